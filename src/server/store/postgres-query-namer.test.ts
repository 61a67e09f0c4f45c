import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { expect, it } from "vitest";
import { createQueryNamer } from "#server/store/postgres-query-namer.ts";
import type { Tables } from "#server/store/tables.ts";

const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

it("names each text once, whatever its values, and no more texts than a connection may keep", () => {
  const toQuery = createQueryNamer(build, 2);
  const named = (text: string, value: number) => toQuery({ query: sql`${sql.raw(text)} ${value}` }).name;
  expect(named("select a +", 1)).toBe("winnow_0");
  expect(named("select b +", 1)).toBe("winnow_1");
  expect(named("select a +", 2)).toBe("winnow_0");
  expect(named("select c +", 1)).toBeUndefined();
  expect(named("select b +", 3)).toBe("winnow_1");
});

it("names nothing that is planned for each call, which takes no name from others either", () => {
  const toQuery = createQueryNamer(build, 1);
  expect(toQuery({ query: sql`select 1`, planEachTime: true })).toEqual({ text: "select 1", values: [] });
  expect(toQuery({ query: sql`select 2`, verbatim: true })).toMatchObject({ name: "winnow_0", rowMode: "array" });
});
