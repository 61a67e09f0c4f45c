import { TABLES } from "#server/db/actions/nouns.ts";
import type { BackupWithoutSecrets, Table } from "#server/db/engine/table.ts";

/** The names of the tables in a backup, in load order. */
export const BACKED_UP_TABLES: readonly string[] = TABLES.filter(isBackedUp).map(({ name }) => name);

const WITHOUT_SECRETS: ReadonlyMap<string, BackupWithoutSecrets> = new Map(
  TABLES.map((table) => [table.name, withoutSecretsOf(table)]),
);

/** What a backup without secrets omits from a table. */
export function withoutSecrets(table: string): BackupWithoutSecrets {
  return WITHOUT_SECRETS.get(table) ?? {};
}

function isBackedUp({ backup }: Table): boolean {
  return typeof backup === "string" || !("skip" in backup);
}

function withoutSecretsOf({ backup, sealed = [] }: Table): BackupWithoutSecrets {
  const declared: BackupWithoutSecrets = typeof backup === "string" || "skip" in backup ? {} : backup;
  const nulls = Object.fromEntries(sealed.map((column) => [column, null]));
  return { ...declared, replaced: { ...nulls, ...declared.replaced } };
}
