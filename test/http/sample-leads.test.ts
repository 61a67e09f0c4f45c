import { describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const ALL = { leads: 25, rules: 3 };
const NONE = { leads: 0, rules: 0 };
const AMARA = "amara.okafor@northgate-studios.example";

function foundIn<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("There is none.");
  return first;
}

function using(winnow: TestWinnow) {
  const leads = async () => (await winnow.ok("GET /api/leads")) as Lead[];
  return {
    leads,
    add: () => winnow.ok("POST /api/sample-leads"),
    remove: () => winnow.ok("DELETE /api/sample-leads"),
    count: () => winnow.ok("GET /api/sample-leads"),
    rules: () => winnow.ok("GET /api/rules"),
    lead: async (email: string) => foundIn((await leads()).filter((lead) => lead.email === email)),
    titles: async () => (await winnow.ok("GET /api/dashboard/activity")).map(({ title }) => title),
    tombstones: async () => {
      const keys = { emailKeys: (await leads()).map(({ email }) => email), phoneKeys: [] };
      return (await winnow.workspace.store.leads.known({ ...keys, source: { id: null, rowKeys: [] } })).tombstones;
    },
  };
}

describe.each(oneEngine("sqlite"))("the sample on %s", (engine) => {
  test("adds scored leads with ordinary rules in one call, and changes nothing when repeated", async () => {
    const winnow = await freshWinnow(engine);
    const { add, count, leads, rules, titles } = using(winnow);
    expect(await count()).toEqual(NONE);
    expect(await add()).toEqual(ALL);
    const first = await leads();
    expect(new Set(first.map(({ source }) => source))).toEqual(new Set(["sample"]));
    const scores = first.map(({ score }) => score).toSorted((a, b) => a - b);
    expect([scores[0], scores.at(-1)]).toEqual([0, 100]);
    expect(new Set(scores).size).toBeGreaterThan(7);
    const qualified = first.filter(({ status }) => status === "qualified");
    expect(qualified.every(({ score }) => score >= 30)).toBe(true);
    expect(qualified.length).toBeGreaterThan(5);
    expect(first.filter(({ missingInfo }) => missingInfo.length > 0).length).toBeGreaterThan(3);
    const detail = await winnow.ok("GET /api/leads/{id}", { id: qualified[0]?.id ?? "" });
    const { parts, cap, score } = detail.explanation;
    expect(parts.reduce((sum, { points }) => sum + points, cap)).toBe(score);
    expect(detail.provenance["name"]).toMatchObject({ source: "sample", sourceName: "Sample leads", method: "column" });
    expect(detail.timeline.at(-1)).toMatchObject({ title: "Lead created" });
    expect(await titles()).toContain("Sample leads added");

    expect(await add()).toEqual(ALL);
    expect(await leads()).toEqual(first);
    expect((await rules()).length).toBe(3);
    expect((await titles()).filter((title) => title === "Sample leads added")).toHaveLength(1);
  });

  test("is removed with one call that leaves everything else alone, and can be added again", async () => {
    const winnow = await freshWinnow(engine);
    const { add, remove, count, leads, rules, titles, tombstones } = using(winnow);
    await winnow.ok("POST /api/rules", { body: { name: "Mine", keywords: ["quote"], scoreWeight: 5 } });
    const mine = await winnow.ok("POST /api/leads", {
      body: { name: "Ada", email: "ada@real.example", notes: "A quote, please." },
    });
    const before = { leads: await leads(), rules: await rules(), stats: await winnow.ok("GET /api/dashboard/stats") };
    await add();
    const some = (await leads()).filter(({ source }) => source === "sample");
    const [one, two, three] = some.map(({ id }) => id);
    await winnow.ok("PATCH /api/leads/{id}", { id: one ?? "", body: { status: "approved", company: "Elsewhere" } });
    await winnow.ok("DELETE /api/leads/{id}", { id: two ?? "" });
    await winnow.ok("POST /api/leads/bulk-delete", { body: { selection: { ids: [three] } } });
    expect(await count()).toEqual({ ...ALL, leads: 23 });

    await remove();
    expect(await count()).toEqual(NONE);
    expect(await rules()).toEqual(before.rules);
    expect(await winnow.ok("GET /api/dashboard/stats")).toEqual(before.stats);
    expect((await leads()).map(({ id, score }) => [id, score])).toEqual([[mine.id, 5]]);
    expect((await winnow.call("GET /api/leads/{id}", { id: one ?? "" })).statusCode).toBe(404);
    expect(await titles()).toContain("Sample leads removed");

    await remove();
    expect((await titles()).filter((title) => title === "Sample leads removed")).toHaveLength(1);
    expect(await add()).toEqual(ALL);
    expect((await tombstones()).emailKeys.size).toBe(0);
    await remove();
    expect(await winnow.ok("GET /api/dashboard/stats")).toEqual(before.stats);
  });

  test("is completed again after a person deleted some of it", async () => {
    const winnow = await freshWinnow(engine);
    const { add, leads } = using(winnow);
    await add();
    await winnow.ok("POST /api/leads/bulk-delete", { body: { selection: { filter: { source: "sample" } } } });
    expect(await leads()).toEqual([]);
    expect(await add()).toEqual(ALL);
  });

  test("leaves leads alone that a real source also reported, before or after", async () => {
    const winnow = await freshWinnow(engine);
    const { add, remove, lead, leads, count } = using(winnow);
    await winnow.ok("POST /api/leads", { body: { name: "Lukas B.", email: "l.brandt@brandt-optik.example" } });
    const known = await lead("l.brandt@brandt-optik.example");
    expect(await add()).toEqual({ ...ALL, leads: 24 });
    expect(await lead(known.email)).toMatchObject({ name: "Lukas B.", source: "manual", phone: "", notes: "" });

    const { id, score } = await lead(AMARA);
    const file = await uploadFile(winnow, "fair.csv", `Name,Email,Favorite color\nAmara Okafor,${AMARA},Blue\n`);
    await winnow.ok("POST /api/imports/{id}/start", { id: file.id });
    await jobsEnded(winnow.workspace);
    const shown = await winnow.ok("GET /api/leads/{id}", { id });
    expect(shown).toMatchObject({ source: "file", score });
    expect(shown.facts.map(({ value }) => value)).toContain("Blue");
    expect(await count()).toEqual({ ...ALL, leads: 23 });

    await remove();
    expect((await leads()).map(({ email }) => email).toSorted()).toEqual([AMARA, known.email]);
    const kept = await winnow.ok("GET /api/leads/{id}", { id });
    expect(kept).toMatchObject({ phone: "+44 20 7946 0011", facts: shown.facts, provenance: shown.provenance });
    expect(kept.timeline.at(-1)).toEqual(shown.timeline.at(-1));
  });

  test("keeps a rule that someone changed, and owns it again once changed back", async () => {
    const winnow = await freshWinnow(engine);
    const { add, remove, rules, count } = using(winnow);
    await add();
    const rule = foundIn(await rules());
    const set = (scoreWeight: number) => winnow.ok("PATCH /api/rules/{id}", { id: rule.id, body: { scoreWeight } });
    await set(40);
    expect(await count()).toEqual({ ...ALL, rules: 2 });
    await set(rule.scoreWeight);
    expect(await count()).toEqual(ALL);
    await set(40);
    await remove();
    expect((await rules()).map(({ name, scoreWeight }) => [name, scoreWeight])).toEqual([[rule.name, 40]]);
    expect(await add()).toEqual({ ...ALL, rules: 2 });
    expect((await rules()).length).toBe(3);
  });

  test("doesn't claim a rule that a person wrote under the same name", async () => {
    const winnow = await freshWinnow(engine);
    const { add, remove, rules } = using(winnow);
    await add();
    const { name, keywords, scoreWeight } = foundIn(await rules());
    await remove();
    await winnow.ok("POST /api/rules", { body: { name, keywords, scoreWeight } });
    expect(await add()).toEqual({ ...ALL, rules: 2 });
    await remove();
    expect((await rules()).map((rule) => rule.name)).toEqual([name]);
  });

  test("stays out of reports", async () => {
    const smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
    const winnow = await freshWinnow(engine);
    try {
      const { add } = using(winnow);
      await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
      await add();
      await winnow.ok("POST /api/leads", {
        body: { name: "Ada Real", email: "ada@real.example", notes: "An urgent offer" },
      });
      expect((await winnow.ok("POST /api/send-report")).leadCount).toBe(1);
      const [{ mail } = expect.unreachable()] = smtp.messages;
      const text = JSON.stringify(mail);
      expect(text).toContain("Ada Real");
      expect(text).not.toContain("Amara");
    } finally {
      await smtp.close();
    }
  });

  test("is added once when two people ask at the same time", async () => {
    const winnow = await freshWinnow(engine);
    const { add, rules, leads } = using(winnow);
    await Promise.all([add(), add(), add()]);
    expect((await rules()).length).toBe(3);
    expect((await leads()).length).toBe(25);
  });
});

describe.each(oneEngine("sqlite"))("the review queue on %s", (engine) => {
  test("returns the best qualified undecided leads, one after the other", async () => {
    const winnow = await freshWinnow(engine);
    const { add, leads } = using(winnow);
    const next = (query: Record<string, string | number> = {}) => winnow.ok("GET /api/leads/to-review", { query });
    expect(await next()).toEqual({ next: null, waiting: 0, exact: true });
    await add();
    const queue = (await leads())
      .filter(({ status }) => status === "qualified")
      .toSorted((a, b) => b.score - a.score || Number(b.id) - Number(a.id));
    for (const [index, { id, score }] of queue.entries()) {
      const rest = queue.slice(index + 1);
      const after = { next: rest[0]?.id ?? null, waiting: rest.length, exact: true };
      expect(await next({ afterScore: score, afterId: id })).toEqual(after);
    }
    const [best, second] = queue;
    for (const status of ["qualified", "approved"]) {
      await winnow.ok("PATCH /api/leads/{id}", { id: best?.id ?? "", body: { status } });
      expect(await next()).toEqual({ next: second?.id, waiting: queue.length - 1, exact: true });
    }
    await winnow.ok("DELETE /api/leads/{id}", { id: second?.id ?? "" });
    const behind = await next({ afterScore: second?.score ?? 0, afterId: second?.id ?? "" });
    expect(behind).toEqual({ next: queue[2]?.id, waiting: queue.length - 2, exact: true });
  });
});
