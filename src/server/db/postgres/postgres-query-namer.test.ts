import { expect, it } from "vitest";
import { createQueryNamer } from "#server/db/postgres/postgres-query-namer.ts";
import { sql } from "#server/db/engine/sql.ts";

it("names each text once, whatever its values, up to a limit per connection", () => {
  const toQuery = createQueryNamer(2);
  const named = (text: string, value: number) => toQuery({ query: sql`${sql.raw(text)} ${value}` }).name;
  expect(named("select a +", 1)).toBe("winnow_0");
  expect(named("select b +", 1)).toBe("winnow_1");
  expect(named("select a +", 2)).toBe("winnow_0");
  expect(named("select c +", 1)).toBeUndefined();
  expect(named("select b +", 3)).toBe("winnow_1");
});

it("gives no name to texts that are planned for each call, and they use up none", () => {
  const toQuery = createQueryNamer(1);
  expect(toQuery({ query: sql`select 1`, planEachTime: true })).toEqual({ text: "select 1", values: [] });
  expect(toQuery({ query: sql`select 2`, verbatim: true })).toMatchObject({ name: "winnow_0", rowMode: "array" });
});

it("plans each comparison with many values, but not writing many rows", () => {
  const toQuery = createQueryNamer();
  const comparedWith = (count: number) => toQuery({ query: sql`select 1 where 1 = any(${Array(count).fill("1")})` });
  expect(comparedWith(50).name).toBe("winnow_0");
  expect(comparedWith(500).name).toBeUndefined();
  const written = sql`insert into settings select * from unnest(${Array(500).fill("1")}::text[])`;
  expect(toQuery({ query: written }).name).toBe("winnow_1");
});
