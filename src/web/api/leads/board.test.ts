import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FieldTotals, LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import { LEAD_SORTS, type LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { fieldTotalsQuery, moveLead, moveToOption, withLead } from "#web/api/leads/board.ts";
import {
  columnPagesQuery,
  FIRST_PAGE,
  type LeadListView,
  type LeadPage,
  type LeadPages,
} from "#web/api/leads/lead-list.ts";
import { leadTotalsQuery } from "#web/api/leads/lead-totals.ts";

const lead = (id: number, more: Partial<LeadRow> = {}): LeadRow =>
  ({
    id: String(id),
    name: `Name ${id}`,
    company: `Company ${id}`,
    email: `a${id}@b.example`,
    source: "manual",
    status: "pending",
    score: id * 10,
    keywords: Array.from({ length: id }, String),
    nextStep: { due: `2026-05-0${id}` },
    owner: `owner${id}`,
    ...more,
  }) as LeadRow;

const page = (rows: LeadRow[], next: string | null = null): LeadPage => ({
  rows,
  next,
  readAt: null,
  total: { count: rows.length, exact: true },
});

const pagesOf = (...pages: LeadPage[]): LeadPages => ({ pages, pageParams: pages.map(() => FIRST_PAGE) });

const idsOf = ({ pages }: LeadPages): string[][] => pages.map(({ rows }) => rows.map(({ id }) => id));

describe("withLead", () => {
  it.each(LEAD_SORTS)("finds the place sorted by %s", (sort) => {
    const order = sort.startsWith("-") ? [5, 4, 1] : [1, 4, 5];
    const known = pagesOf(page(order.map((id) => lead(id))));
    const sorted = sort.startsWith("-") ? ["5", "4", "3", "1"] : ["1", "3", "4", "5"];
    expect(idsOf(withLead(known, lead(3), sort))).toEqual([sorted]);
  });

  it.each(["email", "-email"] as const)("puts leads without an email last by %s", (sort) => {
    const known = pagesOf(page([lead(2), lead(4, { email: "" })]));
    expect(idsOf(withLead(known, lead(3, { email: "" }), sort)).flat()[0]).toBe("2");
  });

  it.each(["fields.size", "-fields.size"] as const)("finds the place sorted by %s", (sort) => {
    const sized = (id: number, size?: number) => lead(id, { fields: size === undefined ? {} : { size } });
    const order = sort.startsWith("-") ? [30, 10] : [10, 30];
    const known = pagesOf(page([...order.map((size) => sized(size, size)), sized(99)]));
    expect(idsOf(withLead(known, sized(20, 20), sort))[0]?.[1]).toBe("20");
  });

  it("puts it into the page that it belongs to", () => {
    const known = pagesOf(page([lead(9), lead(7)], "b"), page([lead(5), lead(3)]));
    expect(idsOf(withLead(known, lead(4), "-createdAt"))).toEqual([
      ["9", "7"],
      ["5", "4", "3"],
    ]);
    expect(idsOf(withLead(known, lead(2), "-createdAt"))).toEqual([
      ["9", "7"],
      ["5", "3", "2"],
    ]);
  });

  it("leaves out what is above or below the loaded pages, or already there", () => {
    const middle: LeadPages = {
      pages: [page([lead(7), lead(5)], "c")],
      pageParams: [{ cursor: "b", index: 50, before: FIRST_PAGE }],
    };
    for (const id of [9, 3, 5]) expect(withLead(middle, lead(id), "-createdAt")).toBe(middle);
  });

  it("fills an empty column", () => {
    expect(idsOf(withLead(pagesOf(page([])), lead(1), "name"))).toEqual([["1"]]);
  });
});

describe("moveLead", () => {
  const view: LeadListView = { sort: "-createdAt", search: "ada" };
  const TOTALS: LeadTotals = {
    pending: { count: 2, scoreSum: 30 },
    qualified: { count: 1, scoreSum: 30 },
    approved: { count: 0, scoreSum: 0 },
    rejected: { count: 0, scoreSum: 0 },
  };
  let client: QueryClient;
  let answer: PromiseWithResolvers<Response>;
  const stops: (() => void)[] = [];

  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    answer = Promise.withResolvers();
    vi.stubGlobal("fetch", () => answer.promise);
    for (const [status, rows] of [
      ["pending", [lead(2), lead(1)]],
      ["qualified", [lead(3, { status: "qualified" })]],
    ] as const) {
      const query = columnPagesQuery({ ...view, status });
      client.setQueryData(query.queryKey, pagesOf(page([...rows])));
      stops.push(new InfiniteQueryObserver(client, query).subscribe(() => undefined));
    }
    client.setQueryData(leadTotalsQuery(view).queryKey, TOTALS);
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.unstubAllGlobals();
  });

  const cards = (status: LeadStatus): string[] => {
    const data = client.getQueryData(columnPagesQuery({ ...view, status }).queryKey);
    return (data?.pages ?? []).flatMap(({ rows }) => rows.filter((row) => row.status === status).map(({ id }) => id));
  };
  const totals = (): LeadTotals | undefined => client.getQueryData(leadTotalsQuery(view).queryKey);
  const move = () =>
    client
      .getMutationCache()
      .build(client, moveLead)
      .execute({ lead: { id: "2", status: "pending" }, status: "qualified" });

  it("moves the card and the totals before the server answers, and returns the action id", async () => {
    const moved = move();
    await expect.poll(() => cards("qualified")).toEqual(["3", "2"]);
    expect(cards("pending")).toEqual(["1"]);
    expect(totals()).toEqual({
      ...TOTALS,
      pending: { count: 1, scoreSum: 10 },
      qualified: { count: 2, scoreSum: 50 },
    });
    answer.resolve(new Response('{"id":"2"}', { headers: { "x-act-id": "99" } }));
    expect((await moved).actId).toBe("99");
  });

  it("rolls both back when the server refuses", async () => {
    const moved = move();
    await expect.poll(() => cards("qualified")).toEqual(["3", "2"]);
    answer.resolve(new Response("no", { status: 409 }));
    await expect(moved).rejects.toThrow("409: no");
    expect(cards("pending")).toEqual(["2", "1"]);
    expect(cards("qualified")).toEqual(["3"]);
    expect(totals()).toEqual(TOTALS);
  });
});

describe("moveToOption", () => {
  const field = { key: "tier", options: ["Gold"] };
  const [gold, none] = [{ fields: "tier:is:Gold" }, { fields: "tier:empty" }];
  const TOTALS: FieldTotals = [
    { value: "Gold", count: 1, scoreSum: 10 },
    { value: null, count: 1, scoreSum: 20 },
  ];
  let client: QueryClient;
  let answer: PromiseWithResolvers<Response>;
  const stops: (() => void)[] = [];
  const first = lead(1, { fields: { tier: "Gold", size: 3 } });

  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    answer = Promise.withResolvers();
    vi.stubGlobal("fetch", () => answer.promise);
    for (const [view, row] of [
      [gold, first],
      [none, lead(2, { fields: {} })],
    ] as const) {
      const query = columnPagesQuery(view);
      client.setQueryData(query.queryKey, pagesOf(page([row])));
      stops.push(new InfiniteQueryObserver(client, query).subscribe(() => undefined));
    }
    client.setQueryData(fieldTotalsQuery({}, field).queryKey, TOTALS);
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.unstubAllGlobals();
  });

  const cards = (view: LeadListView) =>
    (client.getQueryData(columnPagesQuery(view).queryKey)?.pages ?? []).flatMap(({ rows }) =>
      rows.map(({ id, fields }) => [id, fields]),
    );
  const counts = () => client.getQueryData(fieldTotalsQuery({}, field).queryKey)?.map(({ count }) => count);
  const clear = () =>
    client
      .getMutationCache()
      .build(client, moveToOption)
      .execute({ lead: first, field: "tier", value: null, view: none });

  it("sends a second move after the first is answered", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return (await answer.promise).clone();
    });
    const moved = clear();
    const back = client
      .getMutationCache()
      .build(client, moveToOption)
      .execute({ lead: { ...first, fields: { size: 3 } }, field: "tier", value: "Gold", view: gold });
    await expect.poll(counts).toEqual([1, 1]);
    const clearing = { fields: { tier: null }, former: { fields: { tier: "Gold" } } };
    expect(sent).toEqual([clearing]);
    answer.resolve(new Response('{"id":"1"}'));
    await Promise.all([moved, back]);
    expect(sent).toEqual([clearing, { fields: { tier: "Gold" }, former: { fields: { tier: null } } }]);
  });

  it("moves the card and the totals before the server answers, and returns the action id", async () => {
    const moved = clear();
    await expect
      .poll(() => cards(none))
      .toEqual([
        ["2", {}],
        ["1", { size: 3 }],
      ]);
    expect(cards(gold)).toEqual([["1", { size: 3 }]]);
    expect(counts()).toEqual([0, 2]);
    answer.resolve(new Response('{"id":"1"}', { headers: { "x-act-id": "99" } }));
    expect((await moved).actId).toBe("99");
  });

  it("rolls both back when the server refuses", async () => {
    const moved = clear();
    await expect.poll(counts).toEqual([0, 2]);
    answer.resolve(new Response("no", { status: 409 }));
    await expect(moved).rejects.toThrow("409: no");
    expect(cards(gold)).toEqual([["1", { tier: "Gold", size: 3 }]]);
    expect(cards(none)).toEqual([["2", {}]]);
    expect(counts()).toEqual([1, 1]);
  });
});
