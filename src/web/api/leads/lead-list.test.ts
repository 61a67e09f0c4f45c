import { describe, expect, it } from "vitest";
import { nextCursor } from "#web/api/connection/pages.ts";
import { arrivalsSince, FIRST_PAGE, leadPagesQuery, type LeadPage, totalOf, upTo } from "#web/api/leads/lead-list.ts";

describe("nextCursor", () => {
  it.each([
    ["no header", null, null],
    ["a relative target", '</api/leads?limit=50&cursor=a%2Fb>; rel="next"', "a/b"],
    ["an absolute target", '<http://127.0.0.1:3000/api/leads?cursor=x>; rel="next"', "x"],
    ["a different relation only", '</api/leads?cursor=x>; rel="prev"', null],
    ["a second link", '</api/leads?cursor=p>; rel="prev", </api/leads?cursor=n>; rel="next"', "n"],
    ["a target without a cursor", '</api/leads>; rel="next"', null],
  ])("reads %s", (_word, link, expected) => {
    expect(nextCursor(link)).toBe(expected);
  });
});

describe("totalOf", () => {
  it.each([
    ["an exact total", { "x-total-count": "120", "x-total-count-exact": "true" }, { count: 120, exact: true }],
    ["a bounded total", { "x-total-count": "10000", "x-total-count-exact": "false" }, { count: 10_000, exact: false }],
    ["a total without an exactness header", { "x-total-count": "7" }, { count: 7, exact: true }],
    ["none", {}, { count: 50, exact: false }],
    ["nonsense", { "x-total-count": "many" }, { count: 50, exact: false }],
  ])("reads %s", (_word, headers: Record<string, string>, expected) => {
    expect(totalOf(new Headers(headers), 50)).toEqual(expected);
  });
});

describe("leadPagesQuery", () => {
  const { getNextPageParam, getPreviousPageParam } = leadPagesQuery({});
  const page = (next: string | null): LeadPage => ({
    rows: Array.from({ length: 2 }, (_, id) => ({ id: String(id) }) as LeadPage["rows"][number]),
    total: { count: 4, exact: true },
    next,
    readAt: null,
  });

  it("knows the next page, the rows before it, and the way back", () => {
    const second = getNextPageParam(page("b"), [], FIRST_PAGE, []);
    expect(second).toEqual({ cursor: "b", index: 2, before: FIRST_PAGE });
    expect(getPreviousPageParam?.(page(null), [], second!, [])).toBe(FIRST_PAGE);
  });

  it("stops at both ends", () => {
    expect(getNextPageParam(page(null), [], FIRST_PAGE, [])).toBeNull();
    expect(getPreviousPageParam?.(page("b"), [], FIRST_PAGE, [])).toBeNull();
  });
});

describe("the cutoff for new arrivals", () => {
  const page = (readAt: string | null, rows = 1): LeadPage => ({
    rows: Array.from({ length: rows }, () => ({}) as LeadPage["rows"][number]),
    total: { count: rows, exact: true },
    next: null,
    readAt,
  });
  const NOON = "2026-05-20T12:00:00.000Z";
  const LATER = "2026-05-20T12:00:01.000Z";

  it.each([
    ["is null before anything was read", undefined, null],
    ["uses the latest read", [page(NOON), page(LATER)], LATER],
    ["is null if the server sends no date", [page(null)], null],
    ["is null for an empty list, where nothing can shift", [page(NOON, 0)], null],
  ])("%s", (_word, pages, expected) => {
    expect(arrivalsSince(pages === undefined ? undefined : { pages })).toBe(expected);
  });

  it.each([
    ["limits an unbounded view", {}, NOON],
    ["limits a range that ends later", { to: LATER }, NOON],
    ["keeps a range that ended earlier", { to: "2026-05-20" }, "2026-05-20"],
  ])("%s", (_word, view, to) => {
    expect(upTo(view, NOON)).toEqual({ ...view, to });
  });

  it("leaves the view unchanged without a cutoff", () => {
    expect(upTo({ search: "ada" }, null)).toEqual({ search: "ada" });
  });
});
