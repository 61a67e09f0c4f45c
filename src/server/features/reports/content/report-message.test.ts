import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { reportMessage, type ReportInput } from "#server/features/reports/content/report-message.ts";
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
    baseUrl: "https://winnow.example",
    messageId: "<report@example.com>",
    isTest: false,
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

/** The attachment for this many leads. */
function fileOf(leadCount: number): ReportInput["file"] {
  return { csv: "Name\r\n".repeat(leadCount + 1), leadCount };
}

/** The visible text of the HTML, without tags and with entities decoded. */
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

  test("is announced in the subject, with the given Message-ID", () => {
    expect(message).toMatchObject({
      subject: "Winnow report: 1 qualified lead on 2026-11-20",
      fromName: "Winnow",
      messageId: "<report@example.com>",
    });
  });

  test("is listed in plain text, point by point", () => {
    expect(message.text).toBe(`Winnow: 1 qualified lead

As of 2026-11-20. New leads come first, then the highest scores. Leads qualify with a score of 30 or more, or when someone qualifies them.

From Nov 19, 2026, 08:00 to Nov 20, 2026, 08:00 (UTC): 0 newly qualified, 0 decided, 0 no longer qualified. 1 lead is waiting for a decision.

1. Ada Lovelace
   Score 30
   Company: Analytical Engines
   Email: ada@analytical.example
   Phone: +44 20 7946 0000
   Missing: need
   Why this score: +20 enterprise, +10 pricing
   "Wants *enterprise* pricing."
   https://winnow.example/leads/7

All leads: https://winnow.example/leads?sort=-score
`);
  });

  test("is listed in HTML with the same words, and the match highlighted", () => {
    const seen = visible(message.html);
    expect(seen).toContain(
      "|Ada Lovelace|30|Analytical Engines|·|ada@analytical.example|·|+44 20 7946 0000|· Missing: need|",
    );
    expect(seen).toContain("|Wants|enterprise|pricing.|+20|enterprise|,|+10|pricing|See all leads|");
    expect(message.html).toMatch(/<strong class="match"[^>]*>enterprise<\/strong>/u);
    expect(message.html).toMatch(/<a [^>]*href="https:\/\/winnow.example\/leads\/7"[^>]*><bdi[^>]*>Ada/u);
  });

  test("is attached as CSV", () => {
    expect(message.attachments).toHaveLength(1);
    expect(message.attachments[0]).toMatchObject({
      filename: "qualified-leads-2026-11-20.csv",
      contentType: "text/csv; charset=utf-8",
    });
    expect(message.attachments[0]?.content).toBe("Name\r\nName\r\n");
  });

  test("loads and runs nothing", () => {
    expect(message.html).not.toMatch(/\s(?:src|background|srcset)=|url\(|@import|<link|<script/iu);
  });
});

test("only the strongest reasons are listed, strongest first", () => {
  const [part] = sampleExplanation().parts;
  const parts = [5, 40, -10, 20, 30, 15].flatMap((points) =>
    part === undefined
      ? []
      : [{ ...part, points, keyword: `word ${points}`, excerpt: `Found ${points}.`, matchStart: 6 }],
  );
  const message = reportMessage(
    inputWith([sampleLead()], { explanations: new Map([["7", sampleExplanation({ parts })]]) }),
  );
  expect(message.text).toContain("   Why this score: +40 word 40, +30 word 30, +20 word 20, +15 word 15, 2 more\n");
  expect(visible(message.html)).toContain("|+15|word 15|, 2 more|");
  expect(message.text).toContain("*40.*");
  expect(message.text).not.toContain("Found *30");
});

test("a lead that no keyword qualified has no list of points", () => {
  const message = reportMessage(
    inputWith([sampleLead({ status: "approved", score: 0 })], { explanations: new Map(), baseUrl: null }),
  );
  expect(message.text).not.toContain("Why this score:");
  expect(message.text).not.toContain("http");
  expect(message.html).not.toContain("<a ");
  expect(visible(message.html)).toContain("|Approved|0|");
});

test("unknown fields are omitted, and a lead without a name is identified by its contact", () => {
  const text = reportMessage(inputWith([sampleLead({ name: " ", company: "", phone: "" })])).text;
  expect(text).toContain("1. ada@analytical.example\n");
  expect(text).not.toMatch(/Company:|Phone:/u);
});

test("without leads it says so and attaches nothing", () => {
  const message = reportMessage(inputWith([]));
  expect(message.subject).toBe("Winnow report: 0 qualified leads on 2026-11-20");
  expect(message.text).toContain("No leads qualified as of");
  expect(visible(message.html)).toContain("No leads qualified as of");
  expect(message.attachments).toEqual([]);
});

describe("more leads than the body shows", () => {
  const leads = Array.from({ length: 20 }, (_, index) => sampleLead({ id: String(index), name: `Lead ${index}` }));

  test.each([
    { all: 20, attached: 20, more: "" },
    { all: 1_234, attached: 1_234, more: "And 1,214 more. The attached CSV has all 1,234." },
    {
      all: 20_000,
      attached: 10_000,
      more: "And 19,980 more. The attached CSV has the 10,000 with the highest scores. Export the list to get every lead.",
    },
    { all: 21, attached: 7, more: "And 1 more. The attached CSV has the 7 with the highest scores. Export the list" },
    { all: 20, attached: 7, more: "The attached CSV has the 7 with the highest scores." },
    { all: 30, attached: 0, more: "And 10 more. Export the list to get every lead." },
  ])("are counted: $all, of which $attached fit into the file", ({ all, attached, more }) => {
    const message = reportMessage(inputWith(leads, { leadCount: all, file: fileOf(attached), baseUrl: null }));
    for (const body of [message.text, visible(message.html)]) {
      expect(body).toContain(`${all.toLocaleString("en-US")} qualified leads`);
      expect(body).toContain("Lead 19");
      expect(body).toContain(more);
    }
    expect(message.text.includes("CSV")).toBe(more.includes("CSV"));
    expect(message.attachments).toHaveLength(attached === 0 ? 0 : 1);
  });
});

describe("the size of the HTML", () => {
  const base = { leadCount: 5_000, file: fileOf(5_000) };
  const numbered = (message: { text: string }): number => message.text.match(/^\d+\. /gmu)?.length ?? 0;

  test("leaves room for every listed lead as people write them", () => {
    const leads = Array.from({ length: LIMITS.report.leadsInBody }, (_, index) => sampleLead({ id: String(index) }));
    const decideLinks = new Map(
      leads.map(({ id }) => [id, { approve: `https://w.example/act/${"a".repeat(100)}`, reject: "https://w.example" }]),
    );
    const message = reportMessage(inputWith(leads, { ...base, decideLinks }));
    expect(numbered(message)).toBe(leads.length);
    expect(Buffer.byteLength(message.html)).toBeLessThan(50_000);
  });

  test.each(["\"&<>'", "日", "😀", "a.b ", "\u0301"])(
    "stays below Gmail's limit when every text is full of %j",
    (text) => {
      const long = text.repeat(5_000);
      const [part] = sampleExplanation().parts;
      const parts = Array.from({ length: 50 }, () => part)
        .filter((one) => one !== undefined)
        .map((one) => ({ ...one, keyword: long, excerpt: long.slice(0, 200), matchStart: 50, matchEnd: 150 }));
      const leads = Array.from({ length: LIMITS.report.leadsInBody }, (_, index) =>
        sampleLead({ id: String(index), name: long, company: long, email: long, phone: long, notes: long }),
      );
      const group = { count: 5_000, leads: leads.slice(0, LIMITS.report.changesInBody) };
      const message = reportMessage(
        inputWith(leads, {
          ...base,
          explanations: new Map(leads.map(({ id }) => [id, sampleExplanation({ parts })])),
          span: {
            ...NOTHING_CHANGED,
            changes: { ...NOTHING_CHANGED.changes, decided: group, noLongerQualified: group },
          },
        }),
      );
      expect(Buffer.byteLength(message.html)).toBeLessThan(LIMITS.report.htmlBytes + 1_000);
      const shown = numbered(message);
      expect(shown).toBeGreaterThan(5);
      const more = `And ${(5_000 - shown).toLocaleString("en-US")} more. The attached CSV has all 5,000.`;
      for (const body of [message.text, visible(message.html)]) expect(body).toContain(more);
      expect(message.html.match(/\/leads\/\d+"/gu)).toHaveLength(shown);
    },
  );
});

describe("strangers' text", () => {
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
      '<strong class="match" style="background-color:#fff3c4;color:#1a2233">&lt;script&gt;</strong>',
    );
  });

  test("can't start a new line in the plain text", () => {
    expect(message.text).toContain(`1. ${shown}\n`);
    expect(message.text).not.toMatch(/^\s*2\. /mu);
  });

  test("is never a link in any mail program, except for the lead's address", () => {
    const link = "https://evil.example/pay";
    const strange = sampleLead({ name: `Ann ${link}`, company: "evil.example", email: "ann@lee.example", phone: link });
    const points =
      part === undefined
        ? []
        : [{ ...part, excerpt: "See evil.example now", matchStart: 9, matchEnd: 16, keyword: link }];
    const decided = { count: 1, leads: [strange] };
    const { text, html } = reportMessage(
      inputWith([strange], {
        explanations: new Map([[strange.id, sampleExplanation({ parts: points })]]),
        span: { ...NOTHING_CHANGED, changes: { ...NOTHING_CHANGED.changes, decided } },
      }),
    );
    for (const body of [text, visible(html).replaceAll("|", "")]) {
      expect(body).not.toMatch(/evil\W?example|https:\/\/evil/u);
      expect(body).toContain("Ann https[:]//evil[.]example/pay");
      expect(body).toContain("ann@lee.example");
    }
    expect(html).toContain('<meta name="format-detection" content="telephone=no');
  });

  test("is valid Unicode everywhere", () => {
    expect(message.html.isWellFormed() && message.text.isWellFormed() && message.subject.isWellFormed()).toBe(true);
    expect(message.html + message.text).not.toMatch(/[\u0000\u202e]/u);
  });
});

test("right-to-left names affect only their own direction", () => {
  const message = reportMessage(inputWith([sampleLead({ name: "שרה לוי (CTO)" })]));
  expect(message.text).toContain("1. \u2068שרה לוי (CTO)\u2069\n");
  expect(message.html).toContain('<bdi dir="auto">שרה לוי (CTO)</bdi>');
});

test("changes are listed by name, new leads are marked, and waiting ones have links", () => {
  const decided = { count: 1, leads: [sampleLead({ name: "Bo <Berg>", status: "approved" })] };
  const message = reportMessage(
    inputWith([sampleLead(), sampleLead({ id: "8", name: "Cy Cole", status: "approved" })], {
      span: { ...NOTHING_CHANGED, changes: { ...NOTHING_CHANGED.changes, decided } },
      newIds: new Set(["7"]),
      decideLinks: new Map([["7", { approve: "https://w.example/act/1&a", reject: "https://w.example/act/2" }]]),
    }),
  );
  expect(message.text).toContain("Decided:\n   Bo <Berg>: approved\n");
  expect(message.text).toContain("   Score 30, new\n");
  expect(message.text).toContain("   Approve: https://w.example/act/1&a\n   Reject: https://w.example/act/2\n");
  expect(message.text.match(/Approve:/gu)).toHaveLength(1);
  expect(visible(message.html)).toContain("|Decided|Bo <Berg>|: approved|");
  expect(message.html).toContain('href="https://w.example/act/1&amp;a"');
  expect(visible(message.html)).toMatch(
    /New since the last report\|Ada.*\|Approve\|.*Highest scores\|Cy Cole\|Approved\|/su,
  );
});

describe("the date in a report", () => {
  test.each([
    ["Pacific/Auckland", "2026-11-19T19:00:00.000Z", "2026-11-20"],
    ["America/Los_Angeles", "2026-11-21T03:00:00.000Z", "2026-11-20"],
  ])("is in local time, in %s", (timeZone, generatedAt, day) => {
    const message = reportMessage(inputWith([sampleLead()], { generatedAt, span: { ...NOTHING_CHANGED, timeZone } }));
    expect(message.subject).toContain(`on ${day}`);
    expect(message.text).toContain(`As of ${day}. New leads come first`);
    expect(message.attachments[0]?.filename).toBe(`qualified-leads-${day}.csv`);
  });
});
