import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "#server/db/open-store.ts";
import { temporaryDatabase, temporaryFolder } from "#test/stores.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/scaling.md");

/** Every table with the keys that would have to begin with a team's ID if several teams shared the tables. */
const KEYS = `
  select c.relname as "table",
    coalesce(string_agg(k.columns, ', ' order by k.columns) filter (where k.indisprimary), '–') as "primary",
    coalesce(string_agg(k.columns || coalesce(' where ' || k.predicate, ''), '; ' order by k.columns, k.predicate)
      filter (where not k.indisprimary), '') as "unique",
    coalesce((select string_agg(f.confrelid::regclass::text, ', ' order by f.confrelid::regclass::text)
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '') as "references",
    exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as "numbers"
  from pg_class c
  left join lateral (
    select i.indisprimary, pg_get_expr(i.indpred, i.indrelid) as predicate,
      (select string_agg(pg_get_indexdef(i.indexrelid, place, true), ' + ' order by place)
        from generate_series(1, i.indnkeyatts) as place) as columns
    from pg_index i where i.indrelid = c.oid and i.indisunique
  ) k on true
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.oid, c.relname order by c.relname`;

test("docs/scaling.md lists every key that a team's ID would have to begin", async () => {
  const databaseUrl = await temporaryDatabase();
  await (await openStore({ dataDir: await temporaryFolder(), databaseUrl })).close();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<
    Record<"table" | "primary" | "unique" | "references", string> & { numbers: boolean }
  >(KEYS);
  expect(rows.length).toBeGreaterThan(30);
  const tablesByKeys = Map.groupBy(rows, ({ primary, unique, references, numbers }) =>
    [
      numbers ? `${primary}, numbered` : primary,
      ...(unique === "" ? [] : [`also ${unique}`]),
      ...(references === "" ? [] : [`refers to ${references}`]),
    ].join("; "),
  );
  const lines = [...tablesByKeys].map(([keys, of]) => `${of.map(({ table }) => table).join(", ")}: ${keys}`);
  const [, list = ""] = /<!-- keys -->\n\n```text\n([\s\S]*?)\n```/u.exec(readFileSync(PAGE, "utf8")) ?? [];
  expect(list.split("\n")).toEqual(lines);
});
