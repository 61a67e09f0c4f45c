import Database from "better-sqlite3";
import pg from "pg";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

const SQLITE = `
  select 'table ' || name || ' ' || strict || wr as what from pragma_table_list where schema = 'main' and type = 'table'
  union all select 'column ' || t.name || '.' || c.name || ' ' || c.type || c."notnull" || c.pk || c.hidden
      || ' ' || coalesce(c.dflt_value, '')
    from pragma_table_list t join pragma_table_xinfo(t.name) c where t.schema = 'main' and t.type = 'table'
  union all select 'unique ' || t.name || ' ' || (select group_concat(name) from pragma_index_info(i.name))
    from pragma_table_list t join pragma_index_list(t.name) i
    where t.schema = 'main' and t.type = 'table' and i.origin <> 'c'
  union all select sql from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null
  union all select sql from sqlite_master where type = 'table' and sql like 'create virtual%'`;

const POSTGRES = `
  with here as (select 'public'::regnamespace as oid)
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text
      || a.attidentity::text || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' '
      || coalesce(l.collname, '') as what
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where c.relkind = 'r' and c.relnamespace = (select oid from here)
  union all select 'options ' || relname || ' ' || reloptions::text from pg_class
    where relkind = 'r' and reloptions is not null and relnamespace = (select oid from here)
  union all select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = (select oid from here)
  union all select c.relname || ': ' || pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = (select oid from here)
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = (select oid from here) and not t.tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = (select oid from here)
    and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`;

/** Tables, columns, indexes, constraints, triggers and functions, regardless of column order and indentation. */
export async function schemaOf(place: LeadsAddress): Promise<string[]> {
  return (await statementsOf(place)).map((what) => what.replaceAll(/\s+/gu, " ").trim()).toSorted();
}

async function statementsOf(place: LeadsAddress): Promise<string[]> {
  if (place.engine === "sqlite") {
    const db = new Database(place.file, { readonly: true });
    try {
      return db.prepare<[], string>(SQLITE).pluck().all();
    } finally {
      db.close();
    }
  }
  const client = new pg.Client(place.url);
  await client.connect();
  try {
    return (await client.query<{ what: string }>(POSTGRES)).rows.map(({ what }) => what);
  } finally {
    await client.end();
  }
}
