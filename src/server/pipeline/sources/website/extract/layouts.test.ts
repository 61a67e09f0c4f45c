import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { LAYOUTS, pageOf, PLAIN, type Style } from "#server/pipeline/sources/website/extract/fixtures/layouts.ts";
import { type Team, TEAMS } from "#server/pipeline/sources/website/extract/fixtures/people.ts";
import type { PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";

function recordsOf(team: Team, layout: string, style: Style): PageRecord[] {
  const html = pageOf(team, LAYOUTS[layout]!, style);
  return extractPage({ html, url: `https://www.${team.domain}/team`, type: "website", selectors: null }).records;
}

/** One line per person, so that differences are readable. */
function people(records: readonly PageRecord[]): string[] {
  return records
    .filter(({ kind }) => kind === "person")
    .map(({ name, title, email, phone }) => [name, title, email, phone].join(" | "));
}

function expected({ members }: Team): string[] {
  return members.map(({ name, title, email, phone }) => [name, title, email, phone].join(" | "));
}

const style: fc.Arbitrary<Style> = fc.record({
  box: fc.constantFrom("div", "li", "section", "article", "td"),
  heading: fc.constantFrom("h2", "h3", "h4", "strong", "div"),
  wraps: fc.nat(3),
  hasFax: fc.boolean(),
  isUpperCase: fc.boolean(),
});

describe.each(TEAMS.map((team) => [team.language, team] as const))("the team in %s", (_, team) => {
  test.each(Object.keys(LAYOUTS))("as %s", (layout) => {
    const records = recordsOf(team, layout, PLAIN);
    expect(people(records)).toEqual(expected(team));
    const [office, ...others] = records.filter(({ kind }) => kind === "organisation");
    expect(others).toEqual([]);
    expect(office).toMatchObject({ name: team.company, email: team.general.email, phone: team.general.phone });
    expect(office?.further).toContainEqual({ label: "Fax", value: team.general.fax });
    expect(records.map(({ company }) => company)).toEqual(records.map(() => team.company));
  });
});

test("is the same in any order, box, heading, case and depth", () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...TEAMS)
        .chain((team) => fc.tuple(fc.constant(team), fc.shuffledSubarray(team.members, { minLength: 2 }))),
      fc.constantFrom(...Object.keys(LAYOUTS)),
      style,
      ([team, members], layout, varied) => {
        const some = { ...team, members };
        expect(people(recordsOf(some, layout, varied))).toEqual(expected(some));
      },
    ),
    { numRuns: 300 },
  );
});
