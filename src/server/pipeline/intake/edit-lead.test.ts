import { expect, test } from "vitest";
import { decideBatch, normalizeBatch } from "#server/pipeline/intake/decide-batch.ts";
import { editLead } from "#server/pipeline/intake/edit-lead.ts";
import { rescoreLead } from "#server/pipeline/intake/rescore-lead.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { RawLead } from "#shared/raw-lead.ts";

const robots = compileRuleset([{ ...DEFAULT_RULE, id: "1", name: "Robots", keywords: ["robot"], scoreWeight: 40 }]);
const none = compileRuleset([]);
const LATER = "2026-02-02T00:00:00.000Z";

function storedLead(fields: RawLead["fields"]): StoredLead {
  const raw: RawLead = {
    rowKey: "1",
    contentHash: "h",
    locator: "row 1",
    fields,
    facts: [],
    raw: fields,
    sourceData: {},
  };
  const nothing = {
    leads: [],
    rowLeads: new Map(),
    tombstones: { emailKeys: new Set<string>(), phoneKeys: new Set<string>(), rowKeys: new Set<string>() },
  };
  const source = { kind: "google_sheets", id: "1", name: "Leads" };
  const [created] = decideBatch(normalizeBatch([raw]), nothing, {
    source,
    now: "2026-01-01T00:00:00.000Z",
    ruleset: none,
    threshold: 30,
    today: "2026-01-01",
  }).creates;
  if (created === undefined) throw new Error("not created");
  return { ...created, id: "7" };
}

const ann = storedLead({ name: "Ann", email: "ann@x.com", phone: "+14155552671", notes: "wants robots" });
const context = { ruleset: robots, threshold: 30, today: LATER, now: LATER };

test("an edit is scored, decided and marked as the person's", () => {
  const edited = editLead(ann, { email: "Ann@Bücher.example", phone: "", company: "Acme" }, context);
  expect(edited).toMatchObject({
    id: "7",
    email: "Ann@Bücher.example",
    emailKey: "ann@xn--bcher-kva.example",
    phone: "",
    phoneKey: null,
    company: "Acme",
    score: 40,
    status: "qualified",
    statusSetBy: "rule",
    missingInfo: ["phone"],
    qualificationStatus: "incomplete",
    updatedAt: LATER,
    processedAt: LATER,
    createdAt: ann.createdAt,
  });
  expect(edited.provenance.phone).toEqual({
    source: "manual",
    sourceName: "",
    locator: "",
    method: "edited",
    at: LATER,
  });
  expect(edited.provenance.name).toEqual(ann.provenance.name);
});

test("only the address of an email with a display name is stored", () => {
  const edited = editLead(ann, { email: "Ann Lee <Ann.Lee@y.com>" }, context);
  expect(edited).toMatchObject({ email: "Ann.Lee@y.com", emailKey: "ann.lee@y.com" });
  expect(editLead(ann, { email: "Ann <ann@x.com>" }, context)).toBe(ann);
});

test("a status in the patch is the person's from then on", () => {
  const pending = editLead(ann, { status: "pending" }, context);
  expect(pending).toMatchObject({ status: "pending", statusSetBy: "person", score: 40 });
  expect(rescoreLead(pending, context)).toBe(null);
  expect(editLead(pending, { status: "pending" }, context)).toBe(pending);
});

test("a patch without a difference changes nothing", () => {
  expect(editLead(ann, { name: "Ann", email: "ann@x.com" }, context)).toBe(ann);
  expect(editLead(ann, {}, context)).toBe(ann);
});

test("of notes edited many times, only what the sources said stays among the seen values", () => {
  let edited = ann;
  for (const length of Array(20).keys()) edited = editLead(edited, { notes: "typed".repeat(length + 1) }, context);
  expect(edited.otherValues.map(({ value }) => value)).toEqual(["wants robots"]);
  edited = editLead(edited, { company: "Acme" }, context);
  edited = editLead(edited, { company: "Globex" }, context);
  expect(edited.otherValues.map(({ value }) => value)).toEqual(["wants robots", "Acme"]);
});

test("an open follow-up stays open", () => {
  const asked: StoredLead = { ...ann, qualificationStatus: "in_progress" };
  expect(editLead(asked, { title: "CTO" }, context).qualificationStatus).toBe("in_progress");
});

test("rescoring decides in either direction, and does nothing without a change", () => {
  const up = rescoreLead(ann, context);
  expect(up).toMatchObject({ score: 40, status: "qualified", keywords: ["robot"], processedAt: LATER });
  if (up === null) throw new Error("not changed");
  expect(rescoreLead(up, context)).toBe(null);
  expect(rescoreLead(up, { ...context, ruleset: robots, threshold: 41 })).toMatchObject({
    score: 40,
    status: "pending",
  });
  expect(rescoreLead(up, { ...context, ruleset: none, threshold: 30 })).toMatchObject({
    score: 0,
    status: "pending",
    keywords: [],
    scoreParts: [],
  });
  const renamed = compileRuleset([
    { ...DEFAULT_RULE, id: "1", name: "Machines", keywords: ["robot"], scoreWeight: 40 },
  ]);
  expect(rescoreLead(up, { ...context, ruleset: renamed, threshold: 30 })?.scoreParts[0]?.ruleName).toBe("Machines");
});
