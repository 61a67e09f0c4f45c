import { describe, expect, test } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { reportMessage, type ReportInput } from "#server/reports/report-message.ts";
import { sampleExplanation, sampleLead } from "#test/sample-lead.ts";

function inputWith(leads: StoredLead[], more: Partial<ReportInput> = {}): ReportInput {
  return {
    leads,
    file: fileOf(leads.length),
    leadCount: leads.length,
    threshold: 30,
    span: NOTHING_CHANGED,
    newIds: new Set(),
    decideLinks: new Map(),
    explanations: new Map(leads.map((lead) => [lead.id, sampleExplanation()])),
    generatedAt: "2026-11-20T10:06:00.000Z",
    baseUrl: "https://winnow.example/",
    messageId: "<report@example.com>",
    productName: "Winnow",
    ...more,
  };
}

const NOTHING_CHANGED: ReportInput["span"] = {
  from: new Date("2026-11-19T08:00:00Z"),
  to: new Date("2026-11-20T08:00:00Z"),
  timeZone: "UTC",
  changes: {
    newlyQualified: { count: 0, leads: [] },
    decided: { count: 0, leads: [] },
    noLongerQualified: { count: 0, leads: [] },
    isExact: true,
  },
  waiting: { count: 1, exact: true },
};

/** The attachment that so many leads would make. */
function fileOf(leadCount: number): ReportInput["file"] {
  return { csv: "Name\r\n".repeat(leadCount + 1), leadCount };
}

/** What a reader of the HTML sees, tags dropped and entities read. */
function visible(html: string): string {
  const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return html
    .replace(/<style>.*?<\/style>/su, "")
    .replace(/<[^>]*>/gu, "|")
    .replace(/&(?:lt|gt|quot|#39|amp);/gu, (entity) => entities[entity] ?? "")
    .replace(/[|\s]*\|[|\s]*/gu, "|");
}

describe("one qualified lead", () => {
  const message = reportMessage(inputWith([sampleLead()]));

  test("is announced in the subject, with the Message-ID as given", () => {
    expect(message).toMatchObject({
      subject: "Winnow report: 1 qualified lead on 2026-11-20",
      fromName: "Winnow",
      messageId: "<report@example.com>",
    });
  });

  test("is told in plain text, point by point", () => {
    expect(message.text).toBe(`Winnow: 1 qualified lead

As of 2026-11-20, new ones first, then by score. Leads qualify with a score of 30 or more, or when a person says so.

From 19 Nov 2026, 08:00 to 20 Nov 2026, 08:00 (UTC): 0 newly qualified, 0 decided, 0 no longer qualified. 1 lead waits for a decision.

1. Ada Lovelace
   Score 30, Qualified
   Company: Analytical Engines
   Email: ada@analytical.example
   Phone: +44 20 7946 0000
   Missing: need
   Why this score:
     +20  Big customers: enterprise · Notes
          "Wants *enterprise* pricing."
     +10  Intent: pricing · Notes
          "Wants enterprise *pricing*."
   https://winnow.example/leads/7

All leads: https://winnow.example/leads
`);
  });

  test("is told in HTML with the same words, the match set off", () => {
    const seen = visible(message.html);
    expect(seen).toContain("|Ada Lovelace|30|Qualified|Company:|Analytical Engines|Email:|ada@analytical.example|");
    expect(seen).toContain("|Phone:|+44 20 7946 0000|Missing:|need|");
    expect(seen).toContain("|+20|Big customers|:|enterprise|·|Notes|Wants|enterprise|pricing.|");
    expect(seen).toContain("|+10|Intent|:|pricing|·|Notes|Wants enterprise|pricing|.|Open lead|See all leads|");
    expect(message.html).toMatch(/<strong class="match"[^>]*>enterprise<\/strong>/u);
  });

  test("comes as CSV too", () => {
    expect(message.attachments).toHaveLength(1);
    expect(message.attachments[0]).toMatchObject({
      filename: "qualified-leads-2026-11-20.csv",
      contentType: "text/csv; charset=utf-8",
    });
    expect(message.attachments[0]?.content).toBe("Name\r\nName\r\n");
  });

  test("loads nothing from anywhere and runs nothing", () => {
    expect(message.html).not.toMatch(/\s(?:src|background|srcset)=|url\(|@import|<link|<script/iu);
  });
});

test("the cap is a line of its own", () => {
  const [part] = sampleExplanation().parts;
  const parts =
    part === undefined
      ? []
      : [
          { ...part, points: 70 },
          { ...part, points: 50 },
        ];
  const explanation = sampleExplanation({ score: 100, parts, cap: -20 });
  const message = reportMessage(
    inputWith([sampleLead({ score: 100 })], { explanations: new Map([["7", explanation]]) }),
  );
  expect(message.text).toContain("     −20  Cap: a score never exceeds 100\n");
  expect(visible(message.html)).toContain("|−20|Cap: a score never exceeds 100|");
});

test("points that faded, and those missing to the threshold, are told as on the lead's page", () => {
  const parts = sampleExplanation()
    .parts.slice(0, 1)
    .map((part) => ({ ...part, points: 5, full: 20 }));
  const explanation = sampleExplanation({ score: 5, parts, missing: 25, ageDays: 60 });
  const message = reportMessage(
    inputWith([sampleLead({ score: 5, status: "approved" })], { explanations: new Map([["7", explanation]]) }),
  );
  for (const words of ["5 of 20 points, 60 days old", "25 points are missing to the threshold of 30."]) {
    expect(message.text).toContain(`   ${words}\n`);
    expect(visible(message.html)).toContain(`|${words}|`);
  }
});

test("a lead that no keyword qualified has no list of points", () => {
  const message = reportMessage(
    inputWith([sampleLead({ status: "approved", score: 0 })], { explanations: new Map(), baseUrl: null }),
  );
  expect(message.text).not.toContain("Why this score");
  expect(message.text).not.toContain("http");
  expect(message.html).not.toContain("<a ");
  expect(visible(message.html)).toContain("|0|Approved|");
});

test("what is not known is left out, and a lead without a name goes by what is known", () => {
  const text = reportMessage(inputWith([sampleLead({ name: " ", company: "", phone: "" })])).text;
  expect(text).toContain("1. ada@analytical.example\n");
  expect(text).not.toMatch(/Company:|Phone:/u);
});

test("without leads it says so and attaches nothing", () => {
  const message = reportMessage(inputWith([]));
  expect(message.subject).toBe("Winnow report: 0 qualified leads on 2026-11-20");
  expect(message.text).toContain("no lead has qualified");
  expect(visible(message.html)).toContain("no lead has qualified");
  expect(message.attachments).toEqual([]);
});

describe("more leads than the body holds", () => {
  const leads = Array.from({ length: 50 }, (_, index) => sampleLead({ id: String(index), name: `Lead ${index}` }));

  test.each([
    { all: 50, attached: 50, more: "" },
    { all: 1_234, attached: 1_234, more: "And 1,184 more in the attached file." },
    {
      all: 20_000,
      attached: 1_234,
      more: "And 1,184 more in the attached file. The file holds the 1,234 with the highest scores. 18,766 further leads can be exported.",
    },
    {
      all: 51,
      attached: 7,
      more: "The file holds the 7 with the highest scores. 1 further lead can be exported.",
    },
    { all: 50, attached: 7, more: "The file holds the 7 with the highest scores." },
    { all: 60, attached: 0, more: "10 further leads can be exported." },
  ])("are counted: $all, of which $attached fit into the file", ({ all, attached, more }) => {
    const message = reportMessage(inputWith(leads, { leadCount: all, file: fileOf(attached), baseUrl: null }));
    for (const body of [message.text, visible(message.html)]) {
      expect(body).toContain(`${all.toLocaleString("en-US")} qualified leads`);
      expect(body).toContain("Lead 49");
      expect(body).toContain(more);
    }
    expect(message.text.includes("file")).toBe(more.includes("file"));
    expect(message.attachments).toHaveLength(attached === 0 ? 0 : 1);
  });
});

describe("what strangers wrote", () => {
  const hostile = `<script>alert("1")</script>' & <img src=x>\r\n2. Fake lead\u0000\ud800\u202e`;
  const shown = `<script>alert("1")</script>' & <img src=x> 2. Fake lead\ufffd\ufffd`;
  const [part] = sampleExplanation().parts;
  const explanation = sampleExplanation({
    parts:
      part === undefined
        ? []
        : [{ ...part, ruleName: hostile, keyword: hostile, excerpt: hostile, matchStart: 0, matchEnd: 8 }],
  });
  const lead = sampleLead({ name: hostile, company: hostile, email: hostile, phone: hostile, notes: hostile });
  const message = reportMessage(inputWith([lead], { explanations: new Map([[lead.id, explanation]]) }));

  test("stays text in the HTML", () => {
    expect(message.html).not.toMatch(/<script|<img/u);
    expect(visible(message.html)).toContain(`|${shown}|30|`);
    expect(message.html).toContain(
      '<strong class="match" style="background:#fff3c4;color:#1a2233">&lt;script&gt;</strong>',
    );
  });

  test("starts no line of its own in the plain text", () => {
    expect(message.text).toContain(`1. ${shown}\n`);
    expect(message.text).not.toMatch(/^\s*2\. /mu);
  });

  test("is whole Unicode everywhere", () => {
    expect(message.html.isWellFormed() && message.text.isWellFormed() && message.subject.isWellFormed()).toBe(true);
    expect(message.html + message.text).not.toMatch(/[\u0000\u202e]/u);
  });
});

test("right-to-left names order only themselves", () => {
  const message = reportMessage(inputWith([sampleLead({ name: "שרה לוי (CTO)" })]));
  expect(message.text).toContain("1. \u2068שרה לוי (CTO)\u2069\n");
  expect(message.html).toContain('<bdi dir="auto">שרה לוי (CTO)</bdi>');
});

test("what changed is told by name, new leads are marked, and those that wait have links", () => {
  const decided = { count: 1, leads: [sampleLead({ name: "Bo <Berg>", status: "approved" })] };
  const message = reportMessage(
    inputWith([sampleLead(), sampleLead({ id: "8", name: "Cy Cole", status: "approved" })], {
      span: { ...NOTHING_CHANGED, changes: { ...NOTHING_CHANGED.changes, decided } },
      newIds: new Set(["7"]),
      decideLinks: new Map([["7", { approve: "https://w.example/act/1&a", reject: "https://w.example/act/2" }]]),
    }),
  );
  expect(message.text).toContain("Decided:\n   Bo <Berg>: approved\n");
  expect(message.text).toContain("   Score 30, Qualified, new\n");
  expect(message.text).toContain("   Approve: https://w.example/act/1&a\n   Reject: https://w.example/act/2\n");
  expect(message.text.match(/Approve:/gu)).toHaveLength(1);
  expect(visible(message.html)).toContain("|Decided|Bo <Berg>|: approved|");
  expect(message.html).toContain('href="https://w.example/act/1&amp;a"');
  expect(visible(message.html)).toContain("|Approve|");
});

describe("the day that a report names", () => {
  test.each([
    ["Pacific/Auckland", "2026-11-19T19:00:00.000Z", "2026-11-20"],
    ["America/Los_Angeles", "2026-11-21T03:00:00.000Z", "2026-11-20"],
  ])("is that of the zone's clock, in %s", (timeZone, generatedAt, day) => {
    const message = reportMessage(inputWith([sampleLead()], { generatedAt, span: { ...NOTHING_CHANGED, timeZone } }));
    expect(message.subject).toContain(`on ${day}`);
    expect(message.text).toContain(`As of ${day}, new ones first`);
    expect(message.attachments[0]?.filename).toBe(`qualified-leads-${day}.csv`);
  });
});
