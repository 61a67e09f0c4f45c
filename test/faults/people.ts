import { randomUUID } from "node:crypto";
import { setTimeout as moment } from "node:timers/promises";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { Refused, type Site } from "#test/faults/site.ts";

export interface StoredLead {
  id: string;
  email: string;
  status: LeadStatus;
  score: number;
}

/** What acknowledged changes came to. */
export interface Count {
  acknowledged: number;
  lost: number;
  doubled: number;
}

const PAUSE_MILLISECONDS = 20;

/** People who add leads and decide on them all the while, and remember what they were told. */
export class People {
  /** The status last acknowledged by e-mail; null where a change was not answered, so that either may be. */
  readonly #told = new Map<string, LeadStatus | null>();
  readonly #site: Site;
  readonly #working: Promise<void>[] = [];
  #isOver = false;
  /** How many changes were acknowledged. */
  acknowledged = 0;
  /** What refusals said, by their status and type. */
  readonly refusals = new Set<string>();

  constructor(site: Site, writers = 2) {
    this.#site = site;
    for (let writer = 0; writer < writers; writer += 1) this.#working.push(this.#work());
  }

  /** Ends the work. What they were told must be so; leads by e-mail and all figures must add up. */
  async check(): Promise<Count> {
    this.#isOver = true;
    await Promise.all(this.#working);
    // What is under way besides may change something between two looks.
    let leads: StoredLead[] = [];
    await this.#site.until("adding up", async () => {
      leads = await this.#site.ask<StoredLead[]>("GET", "/api/leads");
      await checkTallies(this.#site, leads);
      return true;
    });
    const byEmail = new Map(leads.map((lead) => [lead.email, lead]));
    let lost = 0;
    for (const [email, status] of this.#told) {
      const lead = byEmail.get(email);
      if (lead === undefined || (status !== null && lead.status !== status)) lost += 1;
    }
    return { acknowledged: this.acknowledged, lost, doubled: repeated(leads.map(({ email }) => email)) };
  }

  async #work(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      await this.#turn(turn).catch((error: unknown) => {
        if (error instanceof Refused) this.refusals.add(`${error.status} ${error.type}`);
        return moment(PAUSE_MILLISECONDS);
      });
    }
  }

  async #turn(turn: number): Promise<void> {
    const email = `${randomUUID()}@by-hand.example`;
    const { id, status } = await this.#site.ask<StoredLead>("POST", "/api/leads", { name: "Ann Lee", email });
    this.acknowledged += 1;
    this.#told.set(email, status);
    this.#told.set(email, null);
    const wanted = LEAD_STATUSES[turn % LEAD_STATUSES.length] ?? "pending";
    const changed = await this.#site.ask<StoredLead>("PATCH", `/api/leads/${id}`, { status: wanted });
    this.acknowledged += 1;
    this.#told.set(email, changed.status);
  }
}

/** How many of these are there more often than once; what is empty names nobody. */
export function repeated(names: readonly string[]): number {
  const seen = new Set<string>();
  return names.filter((name) => name !== "" && (seen.has(name) || !seen.add(name))).length;
}

/** The figures that are kept beside the leads must be those of the leads. */
async function checkTallies(site: Site, leads: readonly StoredLead[]): Promise<void> {
  const { totalLeads, qualifiedLeads } = await site.ask<{ totalLeads: number; qualifiedLeads: number }>(
    "GET",
    "/api/dashboard/stats",
  );
  const qualified = leads.filter(({ status }) => status === "qualified" || status === "approved").length;
  if (totalLeads !== leads.length || qualifiedLeads !== qualified) {
    throw new Error(`The figures say ${totalLeads} and ${qualifiedLeads}, the leads ${leads.length} and ${qualified}.`);
  }
  const stages = await site.ask<Record<string, number>>("GET", "/api/dashboard/pipeline");
  const sum = Object.values(stages).reduce((all, stage) => all + stage, 0);
  if (sum !== leads.length) throw new Error(`The stages add up to ${sum}, and there are ${leads.length} leads.`);
}
