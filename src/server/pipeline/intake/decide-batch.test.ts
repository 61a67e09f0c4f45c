import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decideBatch,
  keysOf,
  normalizeBatch,
  type BatchContext,
  type BatchDecision,
} from "#server/pipeline/intake/decide-batch.ts";
import type { KnownLeads } from "#server/pipeline/intake/known-leads.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { KNOWN_LEAD_POLICIES, type KnownLeadPolicy } from "#shared/contract/leads/lead-import.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Fact, RawLead, SourceRef } from "#shared/raw-lead.ts";
import { rounds } from "#test/thorough.ts";

const SHEET: SourceRef = { kind: "google_sheets", id: "1", name: "Leads 2026" };
const FAIR: SourceRef = { kind: "google_sheets", id: "2", name: "Fair" };
const FILE: SourceRef = { kind: "file", id: null, name: "leads.csv" };
const BY_HAND: SourceRef = { kind: "manual", id: null, name: "Added by hand" };

const ruleset = compileRuleset([
  { ...DEFAULT_RULE, id: "1", name: "Robots", keywords: ["robot", "crane"], scoreWeight: 20 },
]);

function row(rowKey: string, fields: RawLead["fields"], facts: Fact[] = []): RawLead {
  const contentHash = JSON.stringify([fields, facts]);
  return { rowKey, contentHash, locator: `Sheet1, row ${rowKey}`, fields, facts, raw: fields, sourceData: {} };
}

/** A store of decisions: remembers leads, rows and deletions, and looks them up by key. */
class Memory {
  readonly leads = new Map<string, StoredLead>();
  /** Emails of erased people. */
  readonly erased = new Set<string>();
  readonly #rows = new Map<string, string>();
  readonly #deleted = { emailKeys: new Set<string>(), phoneKeys: new Set<string>(), rowKeys: new Set<string>() };

  take(
    raws: readonly RawLead[],
    source = SHEET,
    now = "2026-01-01T00:00:00.000Z",
    policy?: KnownLeadPolicy,
  ): BatchDecision {
    const context: BatchContext = {
      source,
      now,
      today: now,
      ruleset,
      threshold: 30,
      ...(policy !== undefined && { policy }),
    };
    const decision = decideBatch(normalizeBatch(raws), this.#known(raws, source), context);
    const ids = decision.creates.map((lead) => {
      const id = String(this.leads.size + 1);
      this.leads.set(id, { ...lead, id });
      return id;
    });
    for (const lead of decision.updates) this.leads.set(lead.id, lead);
    for (const { rowKey, leadId, createIndex } of decision.rows) {
      const id = leadId ?? ids[createIndex ?? -1];
      if (id !== undefined) this.#rows.set(`${source.id} ${rowKey}`, id);
    }
    const emailKeys = [...this.leads.values()].flatMap(({ emailKey }) => emailKey ?? []);
    if (new Set(emailKeys).size < emailKeys.length) throw new Error("Two leads have the same email key.");
    return decision;
  }

  delete(id: string): void {
    const lead = this.leads.get(id);
    this.leads.delete(id);
    if (lead?.emailKey != null) this.#deleted.emailKeys.add(lead.emailKey);
    if (lead?.phoneKey != null) this.#deleted.phoneKeys.add(lead.phoneKey);
    for (const { rowKey } of rawInputsOf(lead?.rawData)) this.#deleted.rowKeys.add(rowKey);
  }

  put(lead: StoredLead): void {
    this.leads.set(lead.id, lead);
  }

  only(): StoredLead {
    const [lead, ...more] = this.leads.values();
    if (lead === undefined || more.length > 0) throw new Error(`${this.leads.size} leads`);
    return lead;
  }

  #known(raws: readonly RawLead[], source: SourceRef): KnownLeads {
    const keys = keysOf(normalizeBatch(raws));
    const rowLeads = new Map(
      keys.rowKeys.flatMap((rowKey) => {
        const id = this.#rows.get(`${source.id} ${rowKey}`);
        return id === undefined ? [] : [[rowKey, id] as const];
      }),
    );
    const ids = new Set([...keys.ids, ...rowLeads.values()]);
    const leads = [...this.leads.values()].filter(
      ({ id, emailKey, phoneKey }) =>
        ids.has(id) ||
        (emailKey !== null && keys.emailKeys.includes(emailKey)) ||
        (phoneKey !== null && keys.phoneKeys.includes(phoneKey)),
    );
    const erased = { emailKeys: this.erased, phoneKeys: new Set<string>(), rowKeys: new Set<string>() };
    return { leads, rowLeads, tombstones: this.#deleted, erased };
  }
}

const kinds = ({ outcomes }: BatchDecision): string[] => outcomes.map(({ kind }) => kind);

describe("identity", () => {
  test.each<[string, RawLead[], string[], number]>([
    [
      "one email is one lead",
      [row("1", { email: "ann@x.com" }), row("2", { email: " ANN@X.com" })],
      ["created", "updated"],
      1,
    ],
    [
      "one phone is one lead",
      [row("1", { phone: "+1 415 555 2671" }), row("2", { phone: "+14155552671" })],
      ["created", "updated"],
      1,
    ],
    [
      "colleagues at one switchboard are two",
      [
        row("1", { email: "ann@x.com", phone: "+14155552671" }),
        row("2", { email: "bob@x.com", phone: "+14155552671" }),
      ],
      ["created", "created"],
      2,
    ],
    [
      "extensions are different people",
      [row("1", { phone: "+1 415 555 2671 ext. 1" }), row("2", { phone: "+1 415 555 2671 ext. 2" })],
      ["created", "created"],
      2,
    ],
    [
      "an email completes the lead known by its phone",
      [row("1", { phone: "+14155552671" }), row("2", { email: "ann@x.com", phone: "+14155552671" })],
      ["created", "updated"],
      1,
    ],
    [
      "nothing in common is two",
      [row("1", { email: "ann@x.com" }), row("2", { email: "bob@x.com" })],
      ["created", "created"],
      2,
    ],
    ["a row without contact details is skipped", [row("1", { name: "Ann" })], ["skipped"], 0],
  ])("%s", (_word, rows, outcomes, leads) => {
    const memory = new Memory();
    expect(kinds(memory.take(rows))).toEqual(outcomes);
    expect(memory.leads.size).toBe(leads);
  });

  test("an exported lead without an email is found by its ID, unless that is another server's", () => {
    const memory = new Memory();
    const phone = "0171 12345";
    memory.take([row("1", { name: "Ann", phone })]);
    const ann = { ...row("2", { name: "Ann", phone, company: "Acme" }), exportedId: "1" };
    const bob = { ...row("3", { name: "Bob", phone }), exportedId: "1" };
    expect(kinds(memory.take([ann, bob], FILE))).toEqual(["updated", "created"]);
    expect(memory.leads.get("1")).toMatchObject({ name: "Ann", company: "Acme" });
  });

  test("the same row stays the same lead when its email and phone change", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com", phone: "+14155552671" })]);
    expect(kinds(memory.take([row("1", { email: "ann@y.com", phone: "+14155552672" })]))).toEqual(["updated"]);
    expect(memory.only()).toMatchObject({ email: "ann@y.com", emailKey: "ann@y.com", phoneKey: "+14155552672" });
  });

  test("an email that belongs to another lead is stored as a fact", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com" }), row("2", { email: "bob@x.com" })]);
    memory.take([row("1", { email: "bob@x.com" })]);
    expect(memory.leads.get("1")).toMatchObject({
      email: "ann@x.com",
      facts: [{ name: "Email (Leads 2026)", value: "bob@x.com" }],
    });
  });
});

test("an erased person's email creates no lead, and a known lead has it only as a fact", () => {
  const memory = new Memory();
  memory.take([row("1", { name: "Bo", phone: "+49 30 901820" })]);
  memory.erased.add("zelda@x.com");
  memory.take([row("1", { name: "Bo", phone: "+49 30 901820", email: "zelda@x.com" })]);
  expect(memory.only()).toMatchObject({
    email: "",
    emailKey: null,
    facts: [{ name: "Email (Leads 2026)", value: "zelda@x.com" }],
  });
  expect(memory.take([row("2", { email: "zelda@x.com" })]).outcomes).toMatchObject([
    { kind: "skipped", reason: ERASED_REASON },
  ]);
});

describe("merging", () => {
  const ann = row("1", { name: "Ann Lee", email: "ann@x.com", company: "Acme", notes: "Likes robots" }, [
    { name: "Budget", value: "5k" },
  ]);

  test("a new lead records the origin of each value", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann.lee@x.com", company: "Acme" })]);
    const { provenance, source, status, rawData } = memory.only();
    const origin = { source: "google_sheets", sourceName: "Leads 2026", locator: "Sheet1, row 1" };
    expect(provenance).toMatchObject({
      name: { ...origin, method: "derived" },
      email: { ...origin, method: "column" },
      company: { ...origin, method: "column", at: "2026-01-01T00:00:00.000Z" },
    });
    expect(Object.keys(provenance)).toEqual(["name", "email", "company"]);
    expect([source, status]).toEqual(["google_sheets", "pending"]);
    expect(rawData).toMatchObject([{ rowKey: "1", raw: { email: "ann.lee@x.com", company: "Acme" } }]);
  });

  test("fills empty fields, adds facts, and stores another source's values and notes alongside", () => {
    const memory = new Memory();
    memory.take([ann]);
    const other = row(
      "9",
      { name: "ann  LEE", email: "ann@x.com", company: "Acme Corp", title: "CTO", notes: "Call back" },
      [{ name: "Budget", value: "6k" }],
    );
    expect(kinds(memory.take([other], FAIR))).toEqual(["updated"]);
    expect(memory.only()).toMatchObject({
      name: "Ann Lee",
      company: "Acme",
      title: "CTO",
      notes: "Likes robots\nCall back",
      source: "google_sheets",
      facts: [
        { name: "Budget", value: "5k" },
        { name: "Company (Fair)", value: "Acme Corp" },
        { name: "Budget", value: "6k" },
      ],
    });
    expect(memory.only().provenance.title?.sourceName).toBe("Fair");
    expect(rawInputsOf(memory.only().rawData)).toHaveLength(2);
  });

  test("the row's own newer value replaces the older", () => {
    const memory = new Memory();
    memory.take([ann]);
    memory.take([row("1", { name: "Ann Lee", email: "ann@x.com", company: "Globex", notes: "Likes robots a lot" })]);
    expect(memory.only()).toMatchObject({
      company: "Globex",
      notes: "Likes robots a lot",
      facts: [{ name: "Budget", value: "5k" }],
    });
    expect(rawInputsOf(memory.only().rawData)).toHaveLength(1);
  });

  test("so does another row's newer value of the same source, and the older becomes a fact", () => {
    const memory = new Memory();
    memory.take([ann, row("2", { email: "ann@x.com", company: "Globex" })]);
    expect(memory.only().company).toBe("Globex");
    expect(memory.only().facts).toContainEqual({ name: "Company (Leads 2026)", value: "Acme" });
  });

  test("a source is recognized under a new name", () => {
    const memory = new Memory();
    memory.take([ann]);
    memory.take([row("1", { email: "ann@x.com", company: "Globex" })], { ...SHEET, name: "Leads 2027" });
    expect(memory.only().company).toBe("Globex");
  });

  test("what a person typed, edited or cleared stays", () => {
    const memory = new Memory();
    memory.take([row("x", { name: "Ann Lee", email: "ann@x.com", company: "Acme" })], BY_HAND);
    memory.take([row("1", { email: "ann@x.com", company: "Globex", title: "CTO" })]);
    const typed = memory.only();
    expect(typed).toMatchObject({
      company: "Acme",
      title: "CTO",
      facts: [{ name: "Company (Leads 2026)", value: "Globex" }],
    });
    const edited = {
      source: "manual",
      sourceName: "",
      locator: "",
      method: "edited",
      at: "2026-01-02T00:00:00.000Z",
    } as const;
    memory.put({ ...typed, title: "", provenance: { ...typed.provenance, title: edited } });
    memory.take([row("1", { email: "ann@x.com", title: "CEO" })]);
    expect(memory.only()).toMatchObject({ company: "Acme", title: "" });
  });

  test("a name made from the address is replaced by a real one, and never the other way", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "alee@x.com" })]);
    memory.take([row("9", { name: "Ann Lee", email: "alee@x.com" })], FAIR);
    expect(memory.only().name).toBe("Ann Lee");
    memory.take([row("1", { email: "alee@x.com", title: "CTO" })]);
    expect(memory.only()).toMatchObject({ name: "Ann Lee", title: "CTO", facts: [] });
  });
});

describe("deleted leads", () => {
  test.each<[string, RawLead, string]>([
    ["the row", row("1", { email: "new@x.com" }), "skipped"],
    ["the email", row("2", { email: "ann@x.com" }), "skipped"],
    ["the phone alone", row("2", { phone: "+14155552671" }), "skipped"],
    ["the phone of a colleague", row("2", { email: "bob@x.com", phone: "+14155552671" }), "created"],
  ])("stay out under %s", (_word, raw, kind) => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com", phone: "+14155552671" })]);
    memory.delete("1");
    const { outcomes } = memory.take([raw]);
    expect(outcomes[0]).toMatchObject(kind === "skipped" ? { kind, reason: "Deleted earlier" } : { kind });
  });

  test("come back when a person adds them again, and are then known", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com" })]);
    memory.delete("1");
    expect(kinds(memory.take([row("x", { email: "ann@x.com", name: "Ann" })], BY_HAND))).toEqual(["created"]);
    expect(kinds(memory.take([row("2", { email: "ann@x.com", title: "CTO" })]))).toEqual(["updated"]);
  });
});

describe("a row's status", () => {
  const ann = { email: "ann@x.com", notes: "robots and cranes" };
  const bob = { email: "bob@x.com", notes: "robots" };

  test.each([
    [ann, "rejected", "rejected", "person"],
    [bob, "approved", "approved", "person"],
    [bob, "qualified", "qualified", "person"],
    // The rules decide, now and later.
    [ann, "qualified", "qualified", "rule"],
    [ann, "pending", "qualified", "rule"],
    [bob, "pending", "pending", "rule"],
  ] as const)("of %j is %s: the lead is %s by %s", (fields, given, status, statusSetBy) => {
    for (const isKnown of [false, true]) {
      const memory = new Memory();
      if (isKnown) memory.take([row("1", fields)]);
      memory.take([{ ...row("2", fields), status: given }], FILE);
      expect(memory.only()).toMatchObject({ status, statusSetBy });
    }
  });

  test("never changes a person's decision", () => {
    const memory = new Memory();
    memory.take([{ ...row("1", ann), status: "approved" }], FILE);
    const again = memory.take([{ ...row("2", ann), status: "rejected" }], FILE, undefined, "overwrite");
    expect(memory.only().status).toBe("approved");
    expect(kinds(again)).toEqual(["unchanged"]);
    expect(kinds(memory.take([{ ...row("2", ann), status: "rejected" }], FILE))).toEqual(["unchanged"]);
  });
});

test("a row of a file that says nothing new leaves the lead unchanged, but is kept with it", () => {
  const ann = { name: "Ann Lee", email: "ann@x.com" };
  const memory = new Memory();
  memory.take([row("1", ann)]);
  const { updatedAt } = memory.only();
  const again = memory.take([row("7", ann)], FILE, "2026-02-01T00:00:00.000Z", "fill");
  expect(again.counts).toMatchObject({ updated: 0, unchanged: 1 });
  expect(memory.only().updatedAt).toBe(updatedAt);
  expect(rawInputsOf(memory.only().rawData).map(({ sourceName }) => sourceName)).toEqual(["Leads 2026", "leads.csv"]);
});

describe("qualifying", () => {
  test("new leads at the threshold qualify and are named", () => {
    const memory = new Memory();
    const decision = memory.take([
      row("1", { name: "Ann", email: "ann@x.com", notes: "robots and cranes" }),
      row("2", { name: "Bob", email: "bob@x.com", notes: "robots" }),
    ]);
    expect(decision.creates.map(({ status, score }) => [status, score])).toEqual([
      ["qualified", 40],
      ["pending", 20],
    ]);
    expect(decision.newlyQualified).toEqual([{ name: "Ann", score: 40, leadId: null, createIndex: 0 }]);
    const later = memory.take([row("2", { name: "Bob", email: "bob@x.com", notes: "robots, cranes" })]);
    expect(later.newlyQualified).toEqual([{ name: "Bob", score: 40, leadId: "2", createIndex: null }]);
  });

  test("a status set by a person stays", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com" })]);
    memory.put({ ...memory.only(), status: "rejected", statusSetBy: "person" });
    const decision = memory.take([row("1", { email: "ann@x.com", notes: "robots and cranes" })]);
    expect(decision.updates[0]).toMatchObject({ status: "rejected", score: 40 });
    expect(decision.newlyQualified).toEqual([]);
  });
});

describe("a person's choice for known leads", () => {
  const NOW = "2026-03-01T00:00:00.000Z";
  const known = { email: "ann@x.com", company: "Acme", notes: "robots", phone: "+14155552671" };
  const news = { email: "ann@x.com", company: "Globex", notes: "cranes", phone: "+14155552672", title: "Head" };

  test("fill adds what is missing, and stores differing values as facts", () => {
    const memory = new Memory();
    memory.take([row("1", known)], FILE);
    expect(kinds(memory.take([row("2", news)], FILE, NOW, "fill"))).toEqual(["updated"]);
    expect(memory.only()).toMatchObject({
      company: "Acme",
      title: "Head",
      notes: "robots\ncranes",
      phone: "+14155552671",
    });
    expect(memory.only().facts).toEqual([
      { name: "Company (leads.csv)", value: "Globex" },
      { name: "Phone (leads.csv)", value: "+14155552672" },
    ]);
  });

  test("fill keeps even a value from the same row", () => {
    const memory = new Memory();
    memory.take([row("1", known)], FILE);
    memory.take([row("1", news)], FILE, NOW, "fill");
    expect(memory.only().company).toBe("Acme");
  });

  test("overwrite replaces any source's value, which becomes a fact with its origin, and never clears one", () => {
    const memory = new Memory();
    memory.take([row("1", { ...known, industry: "Robotics" })]);
    memory.take([row("2", news)], FILE, NOW, "overwrite");
    expect(memory.only()).toMatchObject({
      company: "Globex",
      notes: "cranes",
      phone: "+14155552672",
      industry: "Robotics",
    });
    expect(memory.only().phoneKey).toBe("+14155552672");
    expect(memory.only().facts).toEqual([
      { name: "Company (Leads 2026)", value: "Acme" },
      { name: "Phone (Leads 2026)", value: "+14155552671" },
      { name: "Notes (Leads 2026)", value: "robots" },
    ]);
  });

  test("overwrite replaces again what another source has brought since", () => {
    const memory = new Memory();
    memory.take([row("1", known)], FILE);
    memory.take([row("2", news)], FAIR, NOW, "overwrite");
    expect(kinds(memory.take([row("1", known)], FILE, NOW, "overwrite"))).toEqual(["updated"]);
    expect(memory.only().company).toBe("Acme");
  });

  test.each(["typed", "edited"] as const)("overwrite leaves what a person %s", (method) => {
    const memory = new Memory();
    memory.take([row("1", known)]);
    const lead = memory.only();
    const byPerson = { source: "manual", sourceName: "", locator: "You", method, at: NOW };
    memory.put({ ...lead, provenance: { ...lead.provenance, company: byPerson } });
    memory.take([row("2", news)], FILE, NOW, "overwrite");
    expect(memory.only()).toMatchObject({ company: "Acme", phone: "+14155552672" });
    expect(memory.only().facts).toContainEqual({ name: "Company (leads.csv)", value: "Globex" });
  });

  test("overwrite doesn't take another lead's email", () => {
    const memory = new Memory();
    memory.take([row("1", { email: "ann@x.com" }), row("2", { email: "bob@x.com" })], FILE);
    memory.take([row("1", { email: "bob@x.com" })], FILE, NOW, "overwrite");
    expect(all(memory).map(({ email }) => email)).toEqual(["ann@x.com", "bob@x.com"]);
  });

  test("skip leaves a known lead unchanged and reports it, even one from earlier in the file", () => {
    const memory = new Memory();
    const { outcomes } = memory.take(
      [row("1", known), row("2", news), row("3", { email: "bob@x.com" })],
      FILE,
      NOW,
      "skip",
    );
    expect(outcomes).toMatchObject([
      { kind: "created" },
      { kind: "skipped", reason: "Already exists: Ann" },
      { kind: "created" },
    ]);
    expect(all(memory)[0]).toMatchObject({ company: "Acme", facts: [] });
  });
});

const field = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const fields = fc
  .record({
    name: field("Ann", "Bob", ""),
    email: field("ann@x.com", "Bob@x.com", "carl@x.com", "no address", "ann@x.com; dan@x.com"),
    phone: field("+14155552671", "+1 415 555 2672", "none"),
    company: field("Acme", "ACME", "Globex"),
    notes: field("robots", "cranes", "robots and more"),
  })
  .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
const fact = fc.record({ name: fc.constantFrom("Budget", "Wish"), value: fc.constantFrom("5k", "robot") });
const rows = fc
  .array(fc.record({ fields, facts: fc.array(fact, { maxLength: 2 }) }), { maxLength: 8 })
  .map((contents) => contents.map((content, index) => row(String(index), content.fields, content.facts)));
/** Rows of a second sync: some keys known from the first, with other contents. */
const laterRows = fc.tuple(rows, fc.constantFrom(SHEET, FAIR, BY_HAND));

const all = (memory: Memory): StoredLead[] => [...memory.leads.values()];

test("a repeated batch changes nothing, and its counts add up", () => {
  fc.assert(
    fc.property(rows, laterRows, (first, [second, source]) => {
      const memory = new Memory();
      memory.take(first);
      const { counts } = memory.take(second, source);
      expect(counts.created + counts.updated + counts.unchanged + counts.skipped).toBe(second.length);
      const before = structuredClone(all(memory));
      const again = memory.take(second, source, "2026-02-02T00:00:00.000Z");
      expect(again.creates).toEqual([]);
      expect(again.updates).toEqual([]);
      expect(again.counts).toEqual({ ...counts, created: 0, updated: 0, unchanged: second.length - counts.skipped });
      expect(all(memory)).toEqual(before);
    }),
    { numRuns: rounds(150, 1000) },
  );
});

test("a lead with endless updates stays of a manageable size", () => {
  const memory = new Memory();
  const facts = (at: number, length: number): Fact[] =>
    Array.from({ length: 100 }, (_, index) => ({ name: `${at} ${index}`, value: "x".repeat(length) }));
  for (let at = 1; at <= LIMITS.lead.rawInputs + 50; at += 1) {
    memory.take([row(`${at}`, { email: "ann@x.com", name: `Ann ${at}` }, facts(at, 1))]);
  }
  expect(memory.only().facts).toHaveLength(LIMITS.lead.facts);
  expect(rawInputsOf(memory.only().rawData)).toHaveLength(LIMITS.lead.rawInputs);
  // The fields still come from the newest row, and a known row keeps its position.
  expect(memory.only().name).toBe(`Ann ${LIMITS.lead.rawInputs + 50}`);
  memory.take([row("1", { email: "ann@x.com", name: "Ann Lee" })]);
  expect(rawInputsOf(memory.only().rawData)[0]?.raw).toEqual({ email: "ann@x.com", name: "Ann Lee" });

  const wordy = new Memory();
  for (let at = 1; at <= 9; at += 1) wordy.take([row(`${at}`, { email: "ann@x.com" }, facts(at, 10_000))]);
  const length = wordy.only().facts.reduce((sum, { value }) => sum + value.length, 0);
  expect(length).toBeLessThan(LIMITS.lead.factsLength + 100 * 10_000);
});

test.each(KNOWN_LEAD_POLICIES)("a repeated file changes nothing, under %s too", (policy) => {
  // A file row's key is its content, so rows may repeat.
  const ofFile = rows.map((contents) => contents.map((raw) => ({ ...raw, rowKey: raw.contentHash })));
  fc.assert(
    fc.property(rows, ofFile, fc.nat(), (before, file, at) => {
      const [whole, dealt] = [new Memory(), new Memory()];
      for (const memory of [whole, dealt]) memory.take(before);
      const now = "2026-02-02T00:00:00.000Z";
      whole.take(file, FILE, now, policy);
      const cut = at % (file.length + 1);
      dealt.take(file.slice(0, cut), FILE, now, policy);
      dealt.take(file.slice(cut), FILE, now, policy);
      expect(all(dealt)).toEqual(all(whole));
      // Overwriting follows row order, so two rows with different values for one lead replace each other.
      if (policy === "overwrite") return;
      const taken = structuredClone(all(whole));
      expect(whole.take(file, FILE, "2026-02-03T00:00:00.000Z", policy).updates).toEqual([]);
      expect(all(whole)).toEqual(taken);
    }),
    { numRuns: rounds(75, 500) },
  );
});

test("however rows are split into batches, the same leads result", () => {
  fc.assert(
    fc.property(rows, laterRows, fc.nat(), (first, [second, source], at) => {
      const [whole, dealt] = [new Memory(), new Memory()];
      whole.take(first);
      whole.take(second, source);
      const cut = at % (second.length + 1);
      dealt.take(first);
      const one = dealt.take(second.slice(0, cut), source);
      const two = dealt.take(second.slice(cut), source);
      expect(all(dealt)).toEqual(all(whole));
      expect(one.rows.length + two.rows.length).toBe(second.length);
    }),
    { numRuns: rounds(150, 1000) },
  );
});
