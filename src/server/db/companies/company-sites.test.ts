import { describe, expect, test } from "vitest";
import type { CompanyFact } from "#shared/contract/leads/company-site.ts";
import type { CompanySiteRecord } from "#server/db/companies/company-sites.ts";
import { addLeads, ENGINES, openTestStore } from "#test/stores.ts";

const at = (email: string, id = email) => ({ name: id, email, emailKey: email, company: "", industry: "" });
const NOW = "2026-11-20T09:00:00.000Z";
const LATER = "2026-11-20T10:00:00.000Z";
const FACT: CompanyFact = { kind: "name", value: "Acme Ltd", url: "https://acme.test/" };
const READ = {
  state: "read" as const,
  failure: "",
  due: null,
  readAt: NOW,
  facts: [FACT],
} satisfies Partial<CompanySiteRecord>;

describe.each(ENGINES)("company sites on %s", (engine) => {
  test("finds each unknown domain once, step by step", async () => {
    const store = await openTestStore(engine);
    const { companySites } = store;
    await addLeads(
      store,
      ["a@c.test", "b@c.test", "a@b.test", "a@a.test"].map((email) => at(email)),
    );
    await addLeads(store, [{ name: "No address", email: "", emailKey: null }]);
    await companySites.add(["b.test"], NOW);
    const first = await companySites.unknown("", 2);
    expect(first).toEqual({ domains: ["a.test"], last: "b.test" });
    expect(await companySites.unknown("b.test", 2)).toEqual({ domains: ["c.test"], last: null });
  });

  test("returns what is due, requests first, and counts attempts", async () => {
    const { companySites } = await openTestStore(engine);
    await companySites.add(["a.test", "b.test"], NOW);
    expect(await companySites.nextDue("2026-11-20T08:00:00.000Z")).toBeNull();
    await companySites.request("b.test");
    expect(await companySites.nextDue(NOW)).toMatchObject({ domain: "b.test", state: "reading", due: "" });
    await companySites.begin("b.test", NOW, LATER);
    expect(await companySites.askedSince("2026-11-20")).toBe(1);
    expect(await companySites.askedSince("2026-11-21")).toBe(0);
    expect(await companySites.get("b.test")).toMatchObject({ tries: 1, due: LATER });
    await companySites.end("b.test", READ, { fills: false });
    expect(await companySites.get("b.test")).toEqual({ domain: "b.test", tries: 0, ...READ });
    await companySites.end("b.test", { state: "failed", failure: "Gone.", due: null }, { fills: false });
    expect(await companySites.get("b.test")).toMatchObject({ failure: "Gone.", readAt: NOW, facts: [FACT] });
    expect(await companySites.unfilled()).toBeNull();
  });

  test("fills leads in steps as one action, and those that arrive later from where it ended", async () => {
    const store = await openTestStore(engine);
    const { companySites } = store;
    await addLeads(
      store,
      ["a@acme.test", "b@acme.test", "c@acme.test", "d@other.test"].map((email) => at(email)),
    );
    await companySites.add(["acme.test"], NOW);
    await companySites.walkNewLeads(NOW, 10);
    await companySites.end("acme.test", READ, { fills: true });
    const entryOf = (changed: number) =>
      ({
        kind: "edited",
        type: "other",
        title: `${changed} filled`,
        description: "",
        by: "Winnow",
        at: NOW,
        leadId: null,
      }) as const;
    const fill = async (soFar = { actId: null as string | null, changed: 0 }) => {
      const next = await companySites.unfilled();
      if (next === null) return null;
      const decide = (lead: Parameters<Parameters<typeof companySites.fill>[2]>[0]) => ({
        ...lead,
        company: "Acme Ltd",
      });
      return companySites.fill(next, 2, decide, { soFar, entryOf, rulesVersion: 0 });
    };
    const first = await fill();
    expect(first).toMatchObject({ act: { changed: 2 }, isDone: false });
    const second = await fill(first?.act);
    expect(second).toMatchObject({ act: { actId: first?.act.actId, changed: 3 }, isDone: true });
    expect(await fill()).toBeNull();
    const young = { createdAt: "2026-11-20T09:00:01.000Z" };
    const ahead = { createdAt: "2027-11-20T09:00:00.000Z" };
    await addLeads(store, [
      { ...at("e@acme.test"), ...ahead },
      at("f@other.test"),
      { ...at("g@other.test"), ...young },
    ]);
    expect(await companySites.walkNewLeads(NOW, 10)).toBe(2);
    expect(await companySites.walkNewLeads(NOW, 10)).toBe(0);
    expect(await fill()).toMatchObject({ act: { changed: 1 }, isDone: true });
  });

  test("forgets companies without leads", async () => {
    const store = await openTestStore(engine);
    const { companySites } = store;
    await addLeads(store, [at("a@acme.test")]);
    await companySites.add(["acme.test", "gone.test"], NOW);
    await companySites.forgetGone();
    expect([await companySites.get("acme.test"), await companySites.get("gone.test")]).toMatchObject([
      { domain: "acme.test" },
      null,
    ]);
  });
});
