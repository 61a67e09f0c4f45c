import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";

/** As many rows as a sync takes in at once. */
const BATCH = 750;
const THRESHOLD = 30;
const JOURNAL_ENTRIES = 100_000;

/** What people did while the server lived, and what it acknowledged. */
export class Diary {
  /** The last status the server acknowledged. */
  readonly statuses = new Map<string, LeadStatus>();
  readonly added = new Set<string>();
  readonly deleted = new Set<string>();
  readonly #ids: string[];
  #turn = 0;

  /** `ids` are leads whose status may change. */
  constructor(ids: string[]) {
    this.#ids = ids;
  }

  /** Changes, adds and deletes leads one at a time until the server is gone. */
  async write(url: string): Promise<void> {
    const ask = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${url}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
    try {
      for (;;) {
        this.#turn += 1;
        // Each writer picks another lead, so that two never change the same one at once.
        await this.#decide(ask, this.#ids[(this.#turn * 7) % this.#ids.length] ?? "");
        const email = `${randomUUID()}@by-hand.example`;
        const answer = await ask("POST", "/api/leads", { name: "Ann Lee", email });
        const { id } = (await answer.json()) as { id: string };
        this.added.add(id);
        if (this.#turn % 3 === 0) await this.#remove(ask, id);
      }
    } catch {
      // The connection broke, so whatever was in progress was never acknowledged.
    }
  }

  async #decide(ask: (method: string, path: string, body: object) => Promise<Response>, id: string): Promise<void> {
    const status = LEAD_STATUSES[this.#turn % LEAD_STATUSES.length] ?? "pending";
    this.statuses.delete(id);
    const answer = await ask("PATCH", `/api/leads/${id}`, { status });
    if (((await answer.json()) as { status: string }).status === status) this.statuses.set(id, status);
  }

  async #remove(ask: (method: string, path: string) => Promise<Response>, id: string): Promise<void> {
    this.added.delete(id);
    const { status } = await ask("DELETE", `/api/leads/${id}`);
    if (status === 204) this.deleted.add(id);
  }
}

/**
 * Opens the store of a killed server, and expects it to be intact and to contain everything acknowledged. `sheet` names
 * the source and all its rows. Returns how many of them are known.
 */
export async function expectWhole(
  where: StoreOptions,
  sheet: { sourceId: string; rowKeys: readonly string[] },
  diary: Diary,
): Promise<{ rows: number }> {
  const store = await openStore(where);
  try {
    const statuses = new Map<string, string>();
    const tally = Object.fromEntries(LEAD_STATUSES.map((status) => [status, 0]));
    const ofSheet: string[] = [];
    let scoredEnough = 0;
    const columns = ["id", "status", "source", "email", "score"];
    for await (const rows of store.leads.streamColumns({}, columns)) {
      for (const [id = "", status = "", source, email, score] of rows) {
        statuses.set(id, status);
        tally[status] = (tally[status] ?? 0) + 1;
        if (source !== "google_sheets") continue;
        ofSheet.push(`email:${email}`);
        if (Number(score) >= THRESHOLD) scoredEnough += 1;
      }
    }

    const found = [...diary.statuses.keys()].map((id) => [id, statuses.get(id)]);
    expect(found).toEqual([...diary.statuses]);
    expect([...diary.added].filter((id) => !statuses.has(id))).toEqual([]);
    expect([...diary.deleted].filter((id) => statuses.has(id))).toEqual([]);
    expect(await store.leads.totals()).toEqual(tally);

    // One lead per row that was taken in, and one row per lead of the sheet.
    const rowKeys = [...(await store.leads.rowHashes(sheet.sourceId, sheet.rowKeys)).keys()];
    expect(rowKeys.toSorted()).toEqual(ofSheet.toSorted());
    expect(new Set(ofSheet).size).toBe(ofSheet.length);

    // A batch and its journal entry are written together or not at all.
    const lines = (await store.journal.list(JOURNAL_ENTRIES)).filter(({ kind }) => kind === "qualified");
    const qualified = lines.map(({ title }) => Number(/^(\d+) leads qualified$/u.exec(title)?.[1] ?? 1));
    expect(qualified.reduce((sum, count) => sum + count, 0)).toBe(scoredEnough);
    expect(Math.max(...qualified)).toBeLessThanOrEqual(BATCH);
    return { rows: rowKeys.length };
  } finally {
    await store.close();
  }
}
