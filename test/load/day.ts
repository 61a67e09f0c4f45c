import type { Member } from "#test/load/team.ts";

/** The result of one call. */
export interface Call {
  kind: "read" | "write";
  name: string;
  status: number;
  milliseconds: number;
}

type Act = { kind: Call["kind"]; name: string; share: number; path(pick: Pick): string } & Partial<{
  method: string;
  body(pick: Pick): unknown;
}>;

/** The items from which each action picks at random. */
interface Pick {
  leadId: string;
  number: number;
}

/** A member's actions with their share: mostly reading, every fifth call decides or writes. */
const ACTS: readonly Act[] = [
  { kind: "read", name: "list", share: 22, path: ({ number }) => `/api/leads?limit=50&minScore=${number % 80}` },
  {
    kind: "read",
    name: "search",
    share: 12,
    path: ({ number }) => `/api/leads?limit=50&search=company-${number % 997}`,
  },
  { kind: "read", name: "lead", share: 24, path: ({ leadId }) => `/api/leads/${leadId}` },
  { kind: "read", name: "stats", share: 8, path: () => "/api/dashboard/stats" },
  { kind: "read", name: "pipeline", share: 5, path: () => "/api/dashboard/pipeline" },
  { kind: "read", name: "activity", share: 5, path: () => "/api/dashboard/activity" },
  { kind: "read", name: "notifications", share: 4, path: () => "/api/notifications" },
  {
    kind: "write",
    name: "status",
    share: 14,
    path: ({ leadId }) => `/api/leads/${leadId}`,
    method: "PATCH",
    body: ({ number }) => ({ status: number % 2 === 0 ? "approved" : "rejected" }),
  },
  {
    kind: "write",
    name: "note",
    share: 6,
    path: ({ leadId }) => `/api/leads/${leadId}`,
    method: "PATCH",
    body: ({ number }) => ({ notes: `Called on the ${number}th try.` }),
  },
];
const ALL = ACTS.reduce((sum, { share }) => sum + share, 0);

/**
 * Has every member act until the signal aborts, with an average pause of `pause` milliseconds (0 to twice as much).
 * Returns every call.
 */
export async function workDay(
  team: readonly Member[],
  leadIds: readonly string[],
  { pause, signal }: { pause: number; signal: AbortSignal },
): Promise<Call[]> {
  const calls: Call[] = [];
  const live = async ({ ask }: Member): Promise<void> => {
    await rest(Math.random() * pause);
    while (!signal.aborted) {
      const act = drawn();
      const pick = { leadId: leadIds[Math.floor(Math.random() * leadIds.length)] ?? "", number: calls.length };
      const begun = performance.now();
      const status = await ask(act.path(pick), {
        method: act.method ?? "GET",
        ...(act.body !== undefined && { body: act.body(pick) }),
      });
      calls.push({ kind: act.kind, name: act.name, status, milliseconds: performance.now() - begun });
      await rest(Math.random() * 2 * pause);
    }
  };
  await Promise.all(team.map(live));
  return calls;
}

function drawn(): Act {
  let left = Math.random() * ALL;
  const act = ACTS.find(({ share }) => (left -= share) < 0) ?? ACTS[0];
  if (act === undefined) throw new Error("There is nothing to do.");
  return act;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
