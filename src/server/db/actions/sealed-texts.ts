import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import { TABLES } from "#server/db/actions/nouns.ts";
import { all, sql, type Work } from "#server/db/engine/sql.ts";

type Reseal = (sealed: string) => string;

/** Replaces every sealed secret in the store. */
export function* resealAll(engine: Engine, reseal: Reseal): Work<void> {
  for (const { name: table, sealed: columns = [] } of TABLES) {
    if (columns.length === 0) continue;
    const selected = sql.join(["id", ...columns].map((column) => sql.ref(column)));
    const rows = yield* all(
      sql<{ id: unknown } & Record<string, string | null>>`
        select ${selected} from ${sql.ref(table)} ${engine.sql.forUpdate}`,
    );
    const changed = rows.map(({ id, ...sealed }) => {
      const texts = Object.entries(sealed).map(([column, text]) => ({ [column]: text === null ? null : reseal(text) }));
      return Object.assign({ id }, ...texts) as NewRow;
    });
    yield* engine.sql.updateMany(table, changed);
  }
  const acts = yield* all(
    sql<{ id: unknown; undo: string }>`
      select id, undo from journal where undo like '%"sealed_%' ${engine.sql.forUpdate}`,
  );
  yield* engine.sql.updateMany(
    "journal",
    acts.map(({ id, undo }) => ({ id, undo: replaceSealed(undo, reseal) })),
  );
}

/** Every sealed secret in use. */
export function* sealedTexts(): Work<string[]> {
  const texts: string[] = [];
  for (const { name: table, sealed: columns = [] } of TABLES) {
    if (columns.length === 0) continue;
    const selected = sql.join(columns.map((column) => sql.ref(column)));
    const rows = yield* all(sql<Record<string, string | null>>`select ${selected} from ${sql.ref(table)}`);
    texts.push(...rows.flatMap((row) => Object.values(row).filter((text) => text !== null)));
  }
  return texts;
}

/** Replaces every sealed secret in an action's undo JSON. */
export function replaceSealed(json: string, replace: (sealed: string) => string | null): string {
  if (!json.includes('"sealed_')) return json;
  const changed: unknown = JSON.parse(json, (key, value: unknown) =>
    key.startsWith("sealed_") && typeof value === "string" ? replace(value) : value,
  );
  return JSON.stringify(changed);
}
