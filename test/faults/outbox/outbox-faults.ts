import { setTimeout as moment } from "node:timers/promises";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { between, seededRandom, type Random } from "#test/seeded-random.ts";
import type { Fault, Outcome } from "#test/faults/fault.ts";
import { LeadStories, wordsOf } from "#test/faults/outbox/lead-stories.ts";
import { EventReceiver, type ReceivedEvent } from "#test/faults/outbox/receiver.ts";
import type { Site } from "#test/faults/site.ts";
import { HUBSPOT_TOKEN, startHubspotPeer } from "#test/peers/crm/hubspot-peer.ts";

/** Webhooks with the whole lead, and with IDs only. */
const PAYLOADS = ["full", "thin", "thin"] as const;
/** All but those of sources, including some that nobody causes here. */
const EVENTS = WEBHOOK_EVENTS.filter((event) => !event.startsWith("source."));
const WRITERS = 4;
/** People pause at this many undelivered events and continue at few, so that jobs can finish between kills. */
const MOST_WAITING = 30;
const FEW_WAITING = 5;
/** The kill comes at one of the next requests, up to this many, and up to this long after it. */
const MOST_REQUESTS = 60;
const LATEST_MILLISECONDS = 15;
/** One kill in this many comes right after the CRM created a record. */
const CRM_KILLS = 4;
/** Kill anyway if no request comes for this long. */
const REQUEST_MILLISECONDS = 15_000;
/** Jobs of a killed process take a while, and failed attempts minutes. */
const PATIENCE_SECONDS = 900;
const KILLS_IN_A_ROW = 5;
const REPORTED_KILLS = 25;

/** SIGKILL during deliveries of the outbox. On PostgreSQL two processes share the work, and one or both are killed. */
export const outboxFaults: readonly Fault[] = [
  {
    name: "kill-outbox",
    title: "SIGKILL during deliveries of the outbox",
    engines: ["sqlite", "postgres"],
    inflict: killDuringDeliveries,
  },
];

/** Calls `kill` within a chosen request of a webhook or the CRM. */
class Trigger {
  #requests = 0;
  #isOfCrm = false;
  #kill: ((isDuring: boolean) => void) | null = null;

  /** Resolves after the kill, and whether it was during a delivery; without a request, it comes anyway. */
  arm(requests: number, isOfCrm: boolean, kill: () => Promise<void>): Promise<boolean> {
    this.#requests = requests;
    this.#isOfCrm = isOfCrm;
    return new Promise((resolve, reject) => {
      const once = (isDuring: boolean): void => {
        this.#kill = null;
        clearTimeout(late);
        kill().then(() => resolve(isDuring), reject);
      };
      const late = setTimeout(() => once(false), REQUEST_MILLISECONDS);
      this.#kill = once;
    });
  }

  received(isOfCrm: boolean): void {
    if (this.#isOfCrm !== isOfCrm) return;
    this.#requests -= 1;
    if (this.#requests <= 0) this.#kill?.(true);
  }
}

async function killDuringDeliveries(site: Site, rounds: number): Promise<Outcome> {
  const random = seededRandom(`outbox ${site.engine}`);
  const trigger = new Trigger();
  const receivers = PAYLOADS.map(
    (_payload, at) => new EventReceiver(seededRandom(`receiver ${at}`), () => trigger.received(false)),
  );
  const hubspot = await startHubspotPeer();
  hubspot.onCreated = () => trigger.received(true);
  try {
    site.env = { WINNOW_HUBSPOT_URL: hubspot.url };
    let recovery = await site.restart();
    for (const [at, receiver] of receivers.entries()) {
      const url = await receiver.start();
      const endpoint = { url, events: EVENTS, payload: PAYLOADS[at] };
      receiver.secret = (await site.ask<{ secret: string }>("POST", "/api/webhook-endpoints", endpoint)).secret;
    }
    await site.ask("POST", "/api/crm-connections", { kind: "hubspot", secret: HUBSPOT_TOKEN });
    const undelivered = (acknowledged: number): number =>
      Math.max(...receivers.map(({ events }) => acknowledged - events.size));
    let isFull = false;
    const stories = new LeadStories(site, WRITERS, (acknowledged) => {
      const waiting = undelivered(acknowledged);
      isFull = isFull ? waiting > FEW_WAITING : waiting >= MOST_WAITING;
      return !isFull;
    });
    if (site.engine === "postgres") await site.startAnother();
    let kills = 0;
    let unanswered = 0;
    while (kills < rounds) {
      const killed = await killOnce(site, { round: kills, random, trigger, receivers });
      recovery = Math.max(recovery, killed.seconds);
      // A kill outside a delivery doesn't count.
      if (!killed.isDuring) continue;
      kills += 1;
      if (killed.isUnanswered) unanswered += 1;
      if (kills % REPORTED_KILLS === 0) console.log(`${kills} kills, ${stories.acknowledged} changes`);
      // A job killed several times in a row backs off longer each time, so let it finish now and then.
      if (kills % KILLS_IN_A_ROW === 0) {
        await site.until("nearly done", async () => undelivered(stories.acknowledged) <= FEW_WAITING, PATIENCE_SECONDS);
      }
    }
    await stories.end();
    const expected = (): number => stories.stories.reduce((sum, story) => sum + story.expected.length, 0);
    await site.until(
      "delivered",
      async () => receivers.every(({ events }) => events.size >= expected()),
      PATIENCE_SECONDS,
    );
    const linked = stories.stories.filter(({ isDeleted }) => !isDeleted);
    let unlinked = linked;
    await site.until(
      "in the CRM",
      async () => {
        const still: typeof linked = [];
        for (const story of unlinked) if (!(await isLinked(site, story.id))) still.push(story);
        unlinked = still;
        return still.length === 0;
      },
      PATIENCE_SECONDS,
    );
    const wrong = [
      ...receivers.flatMap((receiver) => [...receiver.problems, ...wrongIn(receiver, stories)]),
      ...wrongInCrm(hubspot.records.values(), linked),
    ];
    const repeats = receivers.reduce((sum, receiver) => sum + receiver.repeats, 0);
    const refused = receivers.reduce((sum, receiver) => sum + receiver.refused, 0);
    console.log(
      `${kills} kills, ${unanswered} of them before the answer to a request; ${stories.acknowledged} changes of ${stories.stories.length} leads, ` +
        `${expected()} events for each of ${receivers.length} webhooks, ${repeats} repeats under the same ID, ` +
        `${refused} errors and timeouts, ${hubspot.records.size} contacts`,
    );
    if (wrong.length > 0) throw new Error(`${wrong.length} violations:\n${wrong.slice(0, 20).join("\n")}`);
    await site.stop();
    return { rounds, acknowledged: expected() * receivers.length, lost: 0, doubled: 0, recovery };
  } finally {
    await hubspot.close();
    for (const receiver of receivers) await receiver.close();
  }
}

interface Killing {
  round: number;
  random: Random;
  trigger: Trigger;
  receivers: readonly EventReceiver[];
}

interface Killed {
  isDuring: boolean;
  /** Whether a request had no answer yet. */
  isUnanswered: boolean;
  /** Until the processes were there again. */
  seconds: number;
}

async function killOnce(site: Site, { round, random, trigger, receivers }: Killing): Promise<Killed> {
  let isUnanswered = false;
  const isOfCrm = round % CRM_KILLS === 0;
  const isDuring = await trigger.arm(isOfCrm ? 1 : between(random, 1, MOST_REQUESTS), isOfCrm, async () => {
    // At once, so that a record just created in the CRM isn't stored yet; else also between two requests.
    if (!isOfCrm && random() < 0.5) await moment(random() * LATEST_MILLISECONDS);
    isUnanswered = isOfCrm || receivers.some(({ inFlight }) => inFlight > 0);
    await site.killOne(random);
  });
  const begun = performance.now();
  await site.startKilled();
  return { isDuring, isUnanswered, seconds: (performance.now() - begun) / 1_000 };
}

async function isLinked(site: Site, id: string): Promise<boolean> {
  const { crm } = await site.ask<{ crm: { url: string | null }[] }>("GET", `/api/leads/${id}`);
  return crm.length === 1 && crm.every(({ url }) => url !== null);
}

/** What is lost, doubled, out of order or caused by nothing. */
function wrongIn({ events }: EventReceiver, { stories }: LeadStories): string[] {
  const byLead = Map.groupBy(events.values(), ({ leadId }: ReceivedEvent) => leadId);
  const known = new Set(stories.map(({ id }) => id));
  const strangers = [...byLead.keys()].filter((id) => !known.has(id)).map((id) => `Nobody changed lead ${id}.`);
  return stories.reduce((wrong, { id, expected }) => {
    const received = (byLead.get(id) ?? []).map(wordsOf);
    if (received.join(", ") !== expected.join(", "))
      wrong.push(`Lead ${id}: ${received.join(", ")} instead of ${expected.join(", ")}.`);
    return wrong;
  }, strangers);
}

function wrongInCrm(
  records: Iterable<{ fields: Record<string, unknown> }>,
  linked: readonly { email: string }[],
): string[] {
  const emails = [...records].map(({ fields }) => String(fields["email"]));
  const twice = emails.filter((email, at) => emails.indexOf(email) !== at).map((email) => `${email} is there twice.`);
  const there = new Set(emails);
  return [
    ...twice,
    ...linked.filter(({ email }) => !there.has(email)).map(({ email }) => `${email} isn't in the CRM.`),
  ];
}
