import { Suppression } from "#shared/contract/follow-up-question.ts";
import type { LoadTarget, TableReader } from "#server/db/backup/snapshot.ts";
import { writeSuppression } from "#server/db/follow-ups/follow-up-write.ts";

/** The addresses that get no email, and why. */
export type Suppressions = ReadonlyMap<string, Suppression>;

/** Reads the suppressed addresses of a database of any version. */
export async function readSuppressions(reader: TableReader): Promise<Suppressions> {
  const suppressions = new Map<string, Suppression>();
  const shape = (await reader.tables()).find(({ name }) => name === "mail_suppressions");
  if (shape === undefined) return suppressions;
  for await (const rows of reader.rows(shape)) {
    for (const row of rows) {
      const { address, ...why } = Object.fromEntries(shape.columns.map((column, index) => [column, row[index]]));
      if (typeof address !== "string") continue;
      // When in doubt, better not to email than to ignore an unsubscribe.
      const suppression = Suppression.catch({ kind: "unsubscribed", reason: "", at: new Date().toISOString() }).parse(
        why,
      );
      suppressions.set(address, suppression);
    }
  }
  return suppressions;
}

/** Adds them to a restored database of this version, so that people who unsubscribed after the backup get no email. */
export async function keepSuppressions(suppressions: Suppressions, { works }: LoadTarget): Promise<void> {
  await works.transact(function* () {
    for (const [address, suppression] of suppressions) yield* writeSuppression(address, suppression);
  });
}
