import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Job, JobPage } from "#shared/contract/job.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { startServer } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

/** Enough chunks that the kill comes in the middle. */
const LEADS = 6_000;
const NUMBER = { kind: "number" };

/** Every tenth value isn't a number. */
const valueOf = (index: number): string => (index % 10 === 0 ? `about ${index}` : String(index));

interface Values {
  field: unknown;
  details: string[];
}

describe.each(oneEngine("sqlite"))("killed in the middle of changing a field's type, on %s", (engine) => {
  test("keeps every value once, can be undone, and is completed after a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-conversion-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const env = { ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    let server = await startServer({ dataDir, env });
    const { id } = await server.ask<{ id: string }>("POST", "/api/lead-fields", { name: "Size", kind: "text" });
    for (let from = 0; from < LEADS; from += 1_000) {
      const leads = Array.from({ length: 1_000 }, (_, index) => ({
        name: `Lead ${from + index}`,
        email: `lead${from + index}@size.example`,
        fields: { size: valueOf(from + index) },
      }));
      await server.ask("POST", "/api/leads/batch", { leads });
    }

    const convertAndKill = async (): Promise<void> => {
      const events = await listenTo(server.url);
      const converting = server.ask("POST", `/api/lead-fields/${id}/conversion`, NUMBER).catch(() => null);
      await events.until(
        ({ event, data }) => event === "progress" && "work" in data && data.work === "bulk" && data.done > 0,
      );
      await server.kill();
      expect(await converting).toBeNull();
      server = await startServer({ dataDir, env });
    };
    const values = async (): Promise<Map<number, Values>> => {
      const leads: LeadRow[] = [];
      for (let path: string | undefined = "/api/leads?facts=Size&limit=500"; path !== undefined;) {
        const page: Response = await fetch(`${server.url}${path}`);
        leads.push(...((await page.json()) as LeadRow[]));
        path = /<(?<next>[^>]+)>; rel="next"/u.exec(page.headers.get("link") ?? "")?.groups?.["next"];
      }
      return new Map(
        leads.map(({ name, fields, facts = [] }) => [
          Number(name.replace("Lead ", "")),
          { field: fields["size"], details: facts.map(({ value }) => value) },
        ]),
      );
    };
    const before = (index: number): Values => ({ field: valueOf(index), details: [] });
    const after = (index: number): Values =>
      index % 10 === 0 ? { field: undefined, details: [valueOf(index)] } : { field: index, details: [] };
    const countOf = (found: Map<number, Values>, wanted: (index: number) => Values): number =>
      [...found].filter(([index, value]) => JSON.stringify(value) === JSON.stringify(wanted(index))).length;

    const conversionJob = async (): Promise<Job | undefined> =>
      (await server.ask<JobPage>("GET", "/api/jobs?kind=field-values")).jobs[0];

    await convertAndKill();
    const interrupted = await conversionJob();
    expect(interrupted).toMatchObject({ state: expect.toBeOneOf(["waiting", "running"]), title: "Conversion of Size" });
    await server.ask("POST", `/api/jobs/${interrupted?.id ?? ""}/cancel`);
    await expect.poll(async () => (await conversionJob())?.state).not.toBeOneOf(["waiting", "running"]);
    // A canceled run still writes the leads it is at, and then how many they were. On a slow machine, it may have begun
    // to convert the rest, which is another action.
    const actions = async (): Promise<{ id: string; title: string }[]> =>
      (await server.ask<{ id: string; title: string }[]>("GET", "/api/dashboard/activity")).filter(({ title }) =>
        title.includes("with Size changed"),
      );
    const counted = async (): Promise<number> =>
      (await actions()).reduce((sum, { title }) => sum + Number(title.split(" ", 1)[0]?.replaceAll(",", "")), 0);
    await expect.poll(async () => (await counted()) - countOf(await values(), after)).toBe(0);
    const half = await values();
    const converted = countOf(half, after);
    expect(converted).toBeGreaterThan(0);
    expect(converted).toBeLessThan(LEADS);
    expect(converted + countOf(half, before)).toBe(LEADS);

    // The first one undoes the type, in which the values of the others are restored.
    for (const { id: action } of (await actions()).toReversed()) {
      await server.ask("POST", `/api/journal/${action}/undo`);
    }
    expect(countOf(await values(), before)).toBe(LEADS);
    expect(await server.ask("GET", "/api/lead-fields")).toMatchObject([{ id, kind: "text" }]);

    await convertAndKill();
    const ended = { timeout: 60_000 };
    await expect.poll(async () => (await conversionJob())?.state, ended).toBe("done");
    expect(countOf(await values(), after)).toBe(LEADS);
    expect(await server.ask("POST", `/api/lead-fields/${id}/conversion`, NUMBER)).toMatchObject({ changed: 0 });
    expect(await server.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});
