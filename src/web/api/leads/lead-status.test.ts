import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DashboardStats } from "#shared/contract/dashboard.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadPage } from "#web/api/leads/lead-list.ts";
import { movedPipeline, movedStats, setLeadStatus } from "#web/api/leads/lead-status.ts";

const stats: DashboardStats = {
  totalLeads: 3,
  qualifiedLeads: 1,
  conversionRate: 33.3,
  activeRules: 2,
  trends: { totalLeads: null, qualifiedLeads: null, conversionRate: null },
};

describe("movedStats", () => {
  it.each([
    ["into qualified", "pending", "qualified", 2, 66.7],
    ["out of qualified", "approved", "rejected", 0, 0],
    ["within qualified", "qualified", "approved", 1, 33.3],
    ["outside qualified", "pending", "rejected", 1, 33.3],
  ] as const)("counts a move %s", (_word, from, to, qualifiedLeads, conversionRate) => {
    expect(movedStats(stats, { from, to })).toMatchObject({ qualifiedLeads, conversionRate });
  });
});

describe("movedPipeline", () => {
  it("still counts every lead exactly once", () => {
    const pipeline = { incoming: 0, processing: 2, qualified: 1, rejected: 0 };
    expect(movedPipeline(pipeline, { from: "pending", to: "rejected" })).toEqual({
      incoming: 0,
      processing: 1,
      qualified: 1,
      rejected: 1,
    });
  });
});

describe("setLeadStatus", () => {
  const listKey = [...keys.leadLists, "first", {}, 10];
  let client: QueryClient;
  let answer: PromiseWithResolvers<Response>;
  let sent: unknown[];

  beforeEach(() => {
    client = new QueryClient();
    answer = Promise.withResolvers();
    sent = [];
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return (await answer.promise).clone();
    });
    const row = { id: "7", status: "pending" } as LeadRow;
    const page: LeadPage = { rows: [row], total: { count: 1, exact: true }, next: null, readAt: null };
    client.setQueryData(listKey, page);
    client.setQueryData(keys.stats, stats);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const shown = (): string | undefined => client.getQueryData<LeadPage>(listKey)?.rows[0]?.status;
  const decide = (status: LeadStatus = "qualified", seen: LeadStatus = "pending") =>
    client
      .getMutationCache()
      .build(client, setLeadStatus)
      .execute({ lead: { id: "7", status: seen }, status });

  it("updates before the server responds and returns the action id", async () => {
    const decided = decide();
    await expect.poll(shown).toBe("qualified");
    expect(client.getQueryData<DashboardStats>(keys.stats)?.qualifiedLeads).toBe(2);
    answer.resolve(new Response('{"id":"7"}', { headers: { "x-act-id": "99" } }));
    expect((await decided).actId).toBe("99");
  });

  it("sends the status that the person saw, and a second decision after the first", async () => {
    const first = decide();
    const second = decide("rejected", "qualified");
    await expect.poll(shown).toBe("rejected");
    expect(sent).toEqual([{ status: "qualified", formerStatus: "pending" }]);
    answer.resolve(new Response('{"id":"7"}'));
    await Promise.all([first, second]);
    expect(sent).toEqual([
      { status: "qualified", formerStatus: "pending" },
      { status: "rejected", formerStatus: "qualified" },
    ]);
  });

  it("rolls back when the server rejects it", async () => {
    const decided = decide();
    await expect.poll(shown).toBe("qualified");
    answer.resolve(new Response("no", { status: 409 }));
    await expect(decided).rejects.toThrow("409: no");
    expect(shown()).toBe("pending");
    expect(client.getQueryData(keys.stats)).toEqual(stats);
  });
});
