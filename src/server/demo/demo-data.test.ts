import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findPhoneNumbersInText } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { DEMO_FOLDER, changesOf, momentOf, pageAt, readDemoData } from "#server/demo/demo-data.ts";

/** Ranges that regulators reserve for films and examples, so that nobody is called by mistake. */
const RESERVED = [
  /^\+1\d{3}55501\d\d$/u,
  /^\+44(?:207946|121496|131496|161496|113496)0\d{3}$/u,
  /^\+49(?:3023125|4066969|8999998|6990009|2214710)\d{3}$/u,
  /^\+33(?:19900|26191|35301|46571)\d{4}$/u,
  /^\+46(?:8465004|3139006|40628 ?04)\d\d$/u,
];
/** The country of the writer, for numbers without a country code. */
const NATIONAL = ["FR", "GB", "DE"] as const;

async function allText(): Promise<string> {
  const files = await readdir(DEMO_FOLDER, { recursive: true, withFileTypes: true });
  const data = files.filter((file) => file.isFile() && file.name !== "README.md");
  return (await Promise.all(data.map((file) => readFile(join(file.parentPath, file.name), "utf8")))).join("\n");
}

test("names no real domain", async () => {
  const hosts = Array.from((await allText()).matchAll(/(?:(?<=[\w.-])@|:\/\/)([\w.-]*\w)/gu), ([, host = ""]) => host);
  expect(hosts.length).toBeGreaterThan(100);
  expect(hosts.filter((host) => !host.endsWith(".example"))).toEqual([]);
});

test("has only phone numbers that are reserved for examples", async () => {
  const text = await allText();
  const international = text.match(/\+\d[\d ]{8,}\d/gu) ?? [];
  expect(international.length).toBeGreaterThan(30);
  const strays = international.filter((number) => !RESERVED.some((range) => range.test(number.replaceAll(" ", ""))));
  expect(strays).toEqual([]);
  const written = [...new Set(text.match(/(?<![\d+])0\d[\d ]{7,}\d/gu))];
  const readings = written.map((number) =>
    NATIONAL.flatMap((country) => findPhoneNumbersInText(number, country).map((found) => found.number.number)),
  );
  expect(readings.filter((numbers) => !numbers.some((one) => RESERVED.some((range) => range.test(one))))).toEqual([]);
});

const days = [
  ["a Monday morning", "2026-11-23T07:00:00"],
  ["a Sunday", "2026-11-22T15:00:00"],
  ["the first minute of a day", "2027-03-01T00:00:00"],
  ["a night after the clocks changed", "2027-03-29T02:30:00"],
] as const;

test.each(days)("on %s everything is in the past, in the same order", async (_, moment) => {
  const { sheet, mail, submissions, byHand, actions, fields, websites } = await readDemoData();
  const changes = websites.flatMap(({ files }) => [...files.values()].flatMap(changesOf));
  const all = [...sheet.rows, ...mail, ...submissions, ...byHand, ...actions, ...fields, ...changes].map(
    ({ when }) => when,
  );
  const order = (now: Date): string[] =>
    [...new Set(all)].toSorted((one, other) => Number(momentOf(one, now)) - Number(momentOf(other, now)));
  const now = new Date(moment);
  const whens = order(now);
  expect(momentOf(whens.at(-1) ?? "", now).getTime()).toBeLessThan(now.getTime());
  expect(whens).toEqual(order(new Date("2026-11-25T16:00:00")));
});

test("counts working days back", () => {
  const now = new Date("2026-11-23T12:00:00");
  expect(momentOf("1 09:30", now)).toEqual(new Date("2026-11-20T09:30:00"));
  expect(momentOf("6 16:00", now)).toEqual(new Date("2026-11-13T16:00:00"));
  expect(momentOf("90m", now)).toEqual(new Date("2026-11-23T10:30:00"));
  expect(() => momentOf("yesterday", now)).toThrow("yesterday");
});

test("a page shows what has been added by then", () => {
  const page =
    "<ul><!-- when 5 09:00 --> <li>Ann</li> <!-- /when --><!-- when 2 09:00 --><li>Bo</li><!-- /when --></ul>";
  const now = new Date("2026-11-23T12:00:00");
  expect(changesOf(page)).toEqual([{ when: "5 09:00" }, { when: "2 09:00" }]);
  expect(pageAt(page, momentOf("3 09:00", now), now)).toBe("<ul><li>Ann</li></ul>");
  expect(pageAt(page, now, now)).toBe("<ul><li>Ann</li><li>Bo</li></ul>");
});
