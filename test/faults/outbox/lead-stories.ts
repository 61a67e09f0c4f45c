import { randomUUID } from "node:crypto";
import { setTimeout as moment } from "node:timers/promises";
import { Refused, type Site } from "#test/faults/site.ts";
import type { ReceivedEvent } from "#test/faults/outbox/receiver.ts";

/** The changes of each lead in order, each of which causes exactly one event. Repeating one changes nothing. */
const STEPS = [
  { type: "lead.updated", changed: ["company"], patch: { company: "Berg" } },
  { type: "lead.qualified", previousStatus: "pending", patch: { status: "qualified" } },
  { type: "lead.approved", previousStatus: "qualified", patch: { status: "approved" } },
  { type: "lead.updated", changed: ["title"], patch: { title: "Head of Sales" } },
  { type: "lead.rejected", previousStatus: "approved", patch: { status: "rejected" } },
] as const;
/** One lead in this many is deleted at the end. */
const DELETED = 3;
const PAUSE_MILLISECONDS = 20;

interface Story {
  id: string;
  email: string;
  /** What must be received, in this order. */
  expected: string[];
  isDeleted: boolean;
}

/** People who take leads through all of `STEPS`, and repeat a call that got no answer until it is acknowledged. */
export class LeadStories {
  readonly stories: Story[] = [];
  /** The number of acknowledged changes. */
  acknowledged = 0;
  readonly #site: Site;
  readonly #mayGoOn: (acknowledged: number) => boolean;
  readonly #working: Promise<void>[] = [];
  #isOver = false;

  /** They wait while `mayGoOn` is false, so that the outbox stays bounded. */
  constructor(site: Site, writers: number, mayGoOn: (acknowledged: number) => boolean) {
    this.#site = site;
    this.#mayGoOn = mayGoOn;
    for (let writer = 0; writer < writers; writer += 1) this.#working.push(this.#work());
  }

  /** Resolves when each begun lead has been through all steps. Throws what the server refused. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#working);
  }

  async #work(): Promise<void> {
    for (let lead = 1; !this.#isOver; lead += 1) {
      if (!this.#mayGoOn(this.acknowledged)) await moment(PAUSE_MILLISECONDS);
      else await this.#tell(lead % DELETED === 0);
    }
  }

  async #tell(isDeleted: boolean): Promise<void> {
    const email = `${randomUUID()}@outbox.example`;
    const { id } = await this.#acknowledgedCall<{ id: string }>("POST", "/api/leads", { name: "Bo Berg", email });
    const story: Story = { id, email, expected: ["lead.created"], isDeleted };
    this.stories.push(story);
    for (const { patch, ...event } of STEPS) {
      await this.#acknowledgedCall("PATCH", `/api/leads/${id}`, patch);
      story.expected.push(wordsOf({ type: event.type, leadId: id, data: event }));
    }
    if (!isDeleted) return;
    await this.#acknowledgedCall("DELETE", `/api/leads/${id}`);
    story.expected.push("lead.deleted");
  }

  async #acknowledgedCall<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      try {
        const answer = await this.#site.ask<T>(method, path, body);
        this.acknowledged += 1;
        return answer;
      } catch (error) {
        // The previous call, which got no answer, deleted it.
        if (error instanceof Refused && method === "DELETE" && error.status === 404) return undefined as T;
        if (error instanceof Refused && error.status < 500) throw error;
        await moment(PAUSE_MILLISECONDS);
      }
    }
  }
}

/** An event without its lead, to compare. */
export function wordsOf({ type, data }: ReceivedEvent): string {
  const { changed, previousStatus } = data as { changed?: string[]; previousStatus?: string };
  return [type, ...(changed ?? []), previousStatus ?? ""].join(" ").trim();
}
