import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { sql, type Dialect, type Sql } from "#server/db/engine/sql.ts";

const textOf = (query: Sql, dialect: Dialect = "sqlite"): string => query.compile(dialect).text;

describe.each<[Dialect, string[]]>([
  ["sqlite", ["?", "?", "?", "?"]],
  ["postgres", ["$1", "$2", "$3", "$4"]],
])("on %s", (dialect, [one, two, three, four]) => {
  it("binds values in the order of the text", () => {
    const inner = sql`score > ${10} or ${sql`name = ${"Ada"}`}`;
    const query = sql`select ${"first"} from leads where (${inner}) and id = ${"last"}`;
    expect(query.compile(dialect)).toEqual({
      text: `select ${one} from leads where (score > ${two} or name = ${three}) and id = ${four}`,
      values: ["first", 10, "Ada", "last"],
    });
  });

  it("numbers each use of a fragment that is nested twice", () => {
    const isTheirs = sql`lead_id = ${7}`;
    expect(sql`${isTheirs} or ${isTheirs}`.compile(dialect)).toEqual({
      text: `lead_id = ${one} or lead_id = ${two}`,
      values: [7, 7],
    });
    expect(isTheirs.compile(dialect)).toEqual({ text: `lead_id = ${one}`, values: [7] });
  });

  it("distinguishes fragments from values on every use of a template", () => {
    const equals = (value: unknown) => sql`name = ${value}`.compile(dialect);
    expect(equals("Ada")).toEqual({ text: `name = ${one}`, values: ["Ada"] });
    expect(equals(sql`email`)).toEqual({ text: "name = email", values: [] });
    expect(equals("Bob")).toEqual({ text: `name = ${one}`, values: ["Bob"] });
  });

  it("binds null, a list and text that looks like SQL as one value each", () => {
    const values = [null, ["a", "b"], "'; drop table leads; --"];
    expect(sql`${values[0]} ${values[1]} ${values[2]}`.compile(dialect)).toEqual({
      text: `${one} ${two} ${three}`,
      values,
    });
  });

  it("joins values and fragments", () => {
    expect(sql`in (${sql.join([1, sql`now(${2})`, 3])})`.compile(dialect)).toEqual({
      text: `in (${one}, now(${two}), ${three})`,
      values: [1, 2, 3],
    });
  });
});

it("joins one item without a separator, and no items to an empty text", () => {
  expect(textOf(sql`(${sql.join([sql`a`], " and ")})`)).toBe("(a)");
  expect(sql`(${sql.join([])})`.compile("postgres")).toEqual({ text: "()", values: [] });
});

it("keeps a question mark that is part of the text", () => {
  expect(textOf(sql`select '?' || ${1}`, "postgres")).toBe("select '?' || $1");
});

describe("names", () => {
  it("quotes each part", () => {
    expect(textOf(sql`select ${sql.ref("key")} from ${sql.ref("jobs.job")}`)).toBe('select "key" from "jobs"."job"');
  });

  it.each(['id" = 1; drop table kept; --', 'id") or ("1" = "1', "'; drop table kept; --"])(
    "keeps %s a name",
    (name) => {
      const db = new Database(":memory:");
      try {
        db.exec("create table kept (id integer)");
        db.exec(textOf(sql`create table ${sql.ref("other")} (${sql.ref(name)} integer)`));
        const columns = db.prepare("select name from pragma_table_info('other')").pluck().all();
        expect(columns).toEqual([name]);
        expect(db.prepare("select count(*) from kept").pluck().get()).toBe(0);
      } finally {
        db.close();
      }
    },
  );
});
