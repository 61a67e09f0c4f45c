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

/** The result of acknowledged changes. */
export interface Count {
  acknowledged: number;
  lost: number;
  doubled: number;
}

const PAUSE_MILLISECONDS = 20;

/** People who keep adding and deciding on leads, and remember what was acknowledged. */
export class People {
  /** The last acknowledged status by email; null if a change got no response and may or may not have been made. */
  readonly #acknowledged = new Map<string, LeadStatus | null>();
  readonly #site: Site;
  readonly #working: Promise<void>[] = [];
  #isOver = false;
  /** The number of acknowledged changes. */
  acknowledged = 0;
  /** Errors by status and type. */
  readonly refusals = new Set<string>();

  constructor(site: Site, writers = 2) {
    this.#site = site;
    for (let writer = 0; writer < writers; writer += 1) this.#working.push(this.#work());
  }

  /** Stops the work. Acknowledged changes must be stored; leads by email and all figures must add up. */
  async check(): Promise<Count> {
    this.#isOver = true;
    await Promise.all(this.#working);
    // Other work may change something between two reads.
    let leads: StoredLead[] = [];
    await this.#site.until("adding up", async () => {
      leads = await this.#site.ask<StoredLead[]>("GET", "/api/leads");
      await checkTallies(this.#site, leads);
      return true;
    });
    const byEmail = new Map(leads.map((lead) => [lead.email, lead]));
    let lost = 0;
    for (const [email, status] of this.#acknowledged) {
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
    this.#acknowledged.set(email, status);
    this.#acknowledged.set(email, null);
    const wanted = LEAD_STATUSES[turn % LEAD_STATUSES.length] ?? "pending";
    const changed = await this.#site.ask<StoredLead>("PATCH", `/api/leads/${id}`, { status: wanted });
    this.acknowledged += 1;
    this.#acknowledged.set(email, changed.status);
  }
}

/** How many of these occur more than once, ignoring empty ones. */
export function repeated(names: readonly string[]): number {
  const seen = new Set<string>();
  return names.filter((name) => name !== "" && (seen.has(name) || !seen.add(name))).length;
}

/** The stored figures must match the leads. */
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
