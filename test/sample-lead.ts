import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { LEAD_TEXT_FIELDS, perField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";

/** A complete lead for tests to vary. */
export function sampleLead(more: Partial<StoredLead> = {}): StoredLead {
  return {
    ...perField(LEAD_TEXT_FIELDS, () => ""),
    id: "7",
    name: "Ada Lovelace",
    email: "ada@analytical.example",
    company: "Analytical Engines",
    industry: "Computing",
    title: "Head of Sales",
    phone: "+44 20 7946 0000",
    source: "google_sheets",
    scrapeUrl: "https://analytical.example/",
    status: "qualified",
    statusSetBy: "rule",
    ownerId: null,
    owner: "",
    ownerSetBy: null,
    qualificationStatus: "incomplete",
    missingInfo: ["need"],
    followUpAttempts: 0,
    lastFollowUp: null,
    score: 30,
    keywords: ["enterprise", "pricing"],
    sourceData: null,
    rawData: null,
    notes: "Wants enterprise pricing.",
    processedAt: "2026-03-02T09:00:00.000Z",
    createdAt: "2026-03-01T09:00:00.000Z",
    updatedAt: "2026-03-02T09:00:00.000Z",
    facts: [],
    provenance: {},
    otherValues: [],
    tagMarks: [],
    customFields: [],
    scoreParts: [],
    emailKey: "ada@analytical.example",
    phoneKey: "+442079460000",
    nextStep: null,
    ...more,
  };
}

/** The reasons for the sample lead's 30 points: two keywords of two rules, 20 and 10. */
export function sampleExplanation(more: Partial<LeadExplanation> = {}): LeadExplanation {
  return {
    score: 30,
    threshold: 30,
    parts: [
      {
        ruleId: "1",
        ruleName: "Big customers",
        keyword: "enterprise",
        field: "notes",
        fieldName: "Notes",
        start: 6,
        end: 16,
        excerpt: "Wants enterprise pricing.",
        matchStart: 6,
        matchEnd: 16,
        points: 20,
      },
      {
        ruleId: "2",
        ruleName: "Intent",
        keyword: "pricing",
        field: "notes",
        fieldName: "Notes",
        start: 17,
        end: 24,
        excerpt: "Wants enterprise pricing.",
        matchStart: 17,
        matchEnd: 24,
        points: 10,
      },
    ],
    cap: 0,
    missing: 0,
    ageDays: 1,
    open: [],
    ...more,
  };
}
