import type { SampleLead, SampleLeads } from "#server/demo/sample-leads.ts";
import { byTime, type Arrival } from "#server/demo/sample-arrivals.ts";
import { seededRandom, type Random } from "#server/demo/seeded-random.ts";
import { workingMoments } from "#server/demo/working-moments.ts";

/** A status that a person of the sample team gives a lead, found by its e-mail. */
export interface Decision {
  email: string;
  status: "qualified" | "approved" | "rejected";
  at: string;
}

/** Decisions that people made one right after the other. */
export interface Sitting {
  at: string;
  decisions: Decision[];
}

/** A lead that arrived, and what a person makes of it; null leaves it to the rules. */
interface Case {
  lead: SampleLead;
  arrivedAt: string;
  fate: Decision["status"] | null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DECIDED_WITHIN = 4 * DAY;
const SITS_FROM = 8 * HOUR;
/** How likely a person decides, by what the rules said; of the latest leads most still wait. */
const LIKELY = { warm: { approved: 0.45, rejected: 0.05 }, cold: { rejected: 0.35, qualified: 0.02 } } as const;
const LATEST = { days: 2, patience: 0.3 } as const;

/**
 * What the people of the team decided about the leads of these arrivals until `now`. Where `qualified` is given, so
 * many of the leads are qualified or approved in the end: some warm ones are rejected, or cold ones taken on, until the
 * number is right.
 */
export function decideAll(
  random: Random,
  arrivals: readonly Arrival[],
  leads: SampleLeads,
  qualified: number | null,
  now: Date,
): Decision[] {
  const cases = arrivals.flatMap(({ source, first, count, at }) =>
    leads[source]
      .slice(first, first + count)
      .map((lead) => ({ lead, arrivedAt: at, fate: drawFate(random, lead, at, now) })),
  );
  if (qualified !== null) settle(random, cases, qualified);
  return cases.flatMap(({ lead, arrivedAt, fate }) => {
    const { email } = lead.fields;
    if (fate === null || email === undefined) return [];
    const to = new Date(Math.min(Date.parse(arrivedAt) + DECIDED_WITHIN, now.getTime())).toISOString();
    const [at = to] = workingMoments(random, { from: arrivedAt, to }, 1);
    return [{ email, status: fate, at }];
  });
}

/**
 * People go through leads in the morning rather than one by one: gathers the decisions of a day into a sitting on the
 * next; those of which the next morning is after `now` stay as they are. In order of time.
 */
export function inSittings(decisions: readonly Decision[], now: Date): Sitting[] {
  const sittings = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const nextDay = Math.ceil(Date.parse(decision.at) / DAY) * DAY;
    const morning = nextDay + SITS_FROM + Math.floor(seededRandom(String(nextDay))() * HOUR);
    const at = morning <= now.getTime() ? new Date(morning).toISOString() : decision.at;
    sittings.set(at, [...(sittings.get(at) ?? []), decision]);
  }
  return [...sittings].map(([at, each]) => ({ at, decisions: each })).toSorted(byTime);
}

function drawFate(random: Random, { warm, fields }: SampleLead, arrivedAt: string, now: Date): Case["fate"] {
  if (fields.email === undefined) return null;
  const isLate = now.getTime() - Date.parse(arrivedAt) < LATEST.days * DAY;
  const drawn = random() / (isLate ? LATEST.patience : 1);
  if (warm) {
    const { approved, rejected } = LIKELY.warm;
    return drawn < approved ? "approved" : drawn < approved + rejected ? "rejected" : null;
  }
  const { rejected, qualified } = LIKELY.cold;
  return drawn < rejected ? "rejected" : drawn < rejected + qualified ? "qualified" : null;
}

function settle(random: Random, cases: Case[], qualified: number): void {
  const surplus = cases.filter(isQualified).length - qualified;
  const turnable = shuffled(
    random,
    cases.filter((each) => each.lead.fields.email !== undefined && isQualified(each) === surplus > 0),
  ).slice(0, Math.abs(surplus));
  if (turnable.length < Math.abs(surplus)) throw new Error(`These leads cannot make ${qualified} qualified ones.`);
  for (const each of turnable) each.fate = surplus > 0 ? "rejected" : each.lead.warm ? null : "qualified";
}

function isQualified({ lead, fate }: Case): boolean {
  return fate === null ? lead.warm : fate !== "rejected";
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
