import { expect, inject, test } from "vitest";
import { createPrimary, urlsOf } from "#server/db/postgres/postgres-primary.ts";

test.each([
  ["postgres://a:b@one:5432,two:5433/db?sslmode=disable", "postgres://a:b@one:5432/db?sslmode=disable"],
  ["postgresql://one,two/db", "postgresql://one/db"],
  ["postgres://a@[::1]:1,[::2]:2", "postgres://a@[::1]:1"],
])("names the hosts of %s", (address, first) => {
  const urls = urlsOf(address);
  expect(urls).toHaveLength(2);
  expect(urls[0]).toBe(first);
});

test.each(["postgres://a@one:5432/db", "postgres://a,b@one/db", "postgres://one/db?options=-c%20a=1,2", ""])(
  "leaves %s unchanged",
  (address) => {
    expect(urlsOf(address)).toEqual([address]);
  },
);

test("finds the host that accepts writes, in any position, and reports when there is none", async () => {
  const url = inject("postgresUrl").replace("DATABASE", "postgres");
  const { host } = new URL(url);
  const primary = createPrimary(url.replace(host, `127.0.0.1:1,${host}`));
  expect(primary.url()).toBe(url.replace(host, "127.0.0.1:1"));
  expect(await primary.find()).toBe(url);
  expect(primary.url()).toBe(url);
  await expect(createPrimary("postgres://a@127.0.0.1:1,127.0.0.1:2/db").find()).rejects.toThrow("ECONNREFUSED");
});
