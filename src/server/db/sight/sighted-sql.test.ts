import { describe, expect, test } from "vitest";
import { SightedSql } from "#server/db/sight/sighted-sql.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

const SIGHT = { username: "Bob", ownerKey: "bob" };
const OWN = "owner_key in ('', ";

function limited(query: Sql, dialect: "sqlite" | "postgres" = "sqlite") {
  const { text, values } = new SightedSql(query, SIGHT).compile(dialect);
  return { text: text.replaceAll(/\s+/gu, " ").trim(), values };
}

describe("a query of an account with limited sight", () => {
  test("reads only leads that it sees, under the name that the query uses", () => {
    expect(limited(sql`select id from leads where id = ${7} order by id`).text).toBe(
      `select id from (select * from leads seen where seen.${OWN}?)) leads where id = ? order by id`,
    );
    expect(limited(sql`select l.id from leads l indexed by leads_facets where l.id = ${7}`).text).toBe(
      `select l.id from (select * from leads seen indexed by leads_facets where seen.${OWN}?)) l where l.id = ?`,
    );
  });

  test("gets the account's values where the engine expects them", () => {
    const query = sql`select ${1}, (select count(*) from leads where id > ${2}) from leads where id < ${3}`;
    expect(limited(query).values).toEqual([1, "bob", 2, "bob", 3]);
    const { text, values } = limited(query, "postgres");
    expect(values).toEqual([1, 2, 3, "bob", "bob"]);
    expect(text).toContain(
      `${OWN}$4::text)) leads where id > $2) from (select * from leads seen where seen.${OWN}$5::text`,
    );
  });

  test("counts its leads instead of reading counters", () => {
    expect(limited(sql`select sum(count) from lead_totals`).text).toBe(
      `select sum(count) from (select status, count(*) as count from leads where ${OWN}?) group by status) lead_totals`,
    );
  });

  test("tests the matches of a text index", () => {
    expect(limited(sql`select rowid from lead_index where lead_index match ${"a"} and rowid > ${1}`)).toEqual({
      text: `select rowid from lead_index where lead_index match ? and exists (select 1 from leads where leads.id = lead_index.rowid and leads.${OWN}?)) and rowid > ?`,
      values: ["a", "bob", 1],
    });
  });

  test.each([
    sql`select * from rules, leads`,
    sql`select text from lead_index`,
    sql`SELECT * FROM leads`,
    sql`select (table leads)`,
  ])("is refused where it can't be limited", (query) => {
    expect(() => limited(query)).toThrow("Can't tell what is read of lead");
  });

  test.each([
    sql`insert into lead_search select id, name, '' from leads`,
    sql`update leads set name = ${"a"} where id = ${1}`,
    sql`delete from leads where id = ${1}`,
    sql`select id, name from rules`,
  ])("stays as it is if it writes, or reads nothing about leads", (query) => {
    expect(new SightedSql(query, SIGHT).compile("sqlite")).toEqual(query.compile("sqlite"));
  });
});
