import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainLead } from "#server/pipeline/intake/explain-score.ts";
import { foldText } from "#server/pipeline/intake/keywords/fold-text.ts";
import { leadTexts } from "#server/pipeline/intake/lead-text.ts";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { scoreLead, type LeadToScore, type Score } from "#server/pipeline/intake/score-lead.ts";
import { DEFAULT_RULE, RULE_COUNTINGS, RULE_FIELDS } from "#shared/contract/rule.ts";
import type { CustomValue, ScorePart } from "#shared/lead-record.ts";
import { rounds } from "#test/thorough.ts";

function rule(id: string, scoreWeight: number, ...keywords: string[]): ScoringRule {
  return { ...DEFAULT_RULE, id, name: `Rule ${id}`, keywords, scoreWeight };
}

const TODAY = "2026-03-01";

function scored(lead: LeadToScore, ...rules: ScoringRule[]): Score {
  return scoreLead(lead, compileRuleset(rules), TODAY);
}

/** What counted, and where: `keyword @field text points`. */
function countedIn(lead: LeadToScore, ...rules: ScoringRule[]): string[] {
  const texts = new Map(leadTexts(lead).map(({ field, text }) => [field, text]));
  return scored(lead, ...rules).scoreParts.map(({ keyword, field, start, end, points }) => {
    return `${keyword} @${field} ${texts.get(field)?.slice(start, end)} ${points}`;
  });
}

const lead: LeadToScore = {
  company: "Acme Robotics",
  industry: "",
  title: "Head of Data",
  notes: "Needs robots. Budgets: 50k for robots.",
  facts: [
    { name: "Interest", value: "Machine learning" },
    { name: "Interest", value: "a budget" },
    { name: "Name (Old sheet)", value: "Robot Smith" },
    { name: "E-mail (other)", value: "budget@x.com" },
  ],
  customFields: [],
  email: "budget@data-robots.com",
  addressQuality: "risky",
  createdAt: "2026-02-20T23:30:00.000Z",
};

describe("a score", () => {
  test("searches everything but the name and the local part of the email, in field order", () => {
    const custom = [
      { id: 3, value: true },
      { id: 4, value: ["A", "B"] },
    ];
    expect(leadTexts({ ...lead, customFields: custom })).toEqual([
      { field: "company", text: "Acme Robotics" },
      { field: "title", text: "Head of Data" },
      { field: "notes", text: "Needs robots. Budgets: 50k for robots." },
      { field: "fact:Interest", text: "Machine learning\na budget" },
      { field: "emailDomain", text: "data-robots.com" },
      { field: "emailQuality", text: "risky" },
      { field: "field:3", text: "Yes" },
      { field: "field:4", text: "A\nB" },
    ]);
  });

  test("is the sum of weight by keyword, each at its first match", () => {
    const rules = [rule("b", 7, "machine-learning", "robot"), rule("a", 5, "budget", "crane")];
    const { score, keywords, scoreParts } = scored(lead, ...rules);
    expect(score).toBe(19);
    expect(keywords).toEqual(["machine-learning", "robot", "budget"]);
    expect(scoreParts).toEqual([
      {
        ruleId: "b",
        ruleName: "Rule b",
        keyword: "machine-learning",
        field: "fact:Interest",
        start: 0,
        end: 16,
        points: 7,
      },
      { ruleId: "b", ruleName: "Rule b", keyword: "robot", field: "notes", start: 6, end: 12, points: 7 },
      { ruleId: "a", ruleName: "Rule a", keyword: "budget", field: "notes", start: 14, end: 21, points: 5 },
    ]);
  });

  test("counts a keyword once per rule, however it is spelled", () => {
    const rules = [rule("1", 10, "robot", "ROBOT", "robots", "Róbot"), rule("2", 10, "Robots")];
    const { score, keywords, scoreParts } = scored(lead, ...rules);
    expect(scoreParts.map(({ ruleId, keyword }) => [ruleId, keyword])).toEqual([
      ["1", "robot"],
      ["2", "Robots"],
    ]);
    expect([score, keywords]).toEqual([20, ["robot"]]);
  });

  test("is capped at 100, and ignores inactive rules", () => {
    const rules = [rule("1", 70, "robot", "budget"), { ...rule("2", 100, "data"), isActive: false }];
    expect(scored(lead, ...rules).score).toBe(100);
    expect(scored(lead).score).toBe(0);
  });
});

test("an explanation shows each match in its sentence, the cap and what is missing", () => {
  const known = { ...lead, processedAt: TODAY, ...scored(lead, rule("1", 60, "robot", "budget")) };
  const explained = explainLead(known, { threshold: 30, today: TODAY, rules: [], fields: [] });
  expect([explained.score, explained.cap, explained.missing]).toEqual([100, -20, 0]);
  expect(explained.parts.map(({ excerpt, matchStart, matchEnd }) => [excerpt, matchStart, matchEnd])).toEqual([
    ["Needs robots.", 6, 12],
    ["Budgets: 50k for robots.", 0, 7],
  ]);
  expect(
    explainLead({ ...known, score: 12, scoreParts: [] }, { threshold: 30, today: TODAY, rules: [], fields: [] })
      .missing,
  ).toBe(18);
});

describe("a rule", () => {
  test("limited to some fields matches nothing in the others, and counts its first match in these", () => {
    const seen = (...fields: string[]): string[] => countedIn(lead, { ...rule("1", 5, "robot", "budget"), fields });
    expect(seen("emailDomain")).toEqual(["robot @emailDomain robots 5"]);
    expect(seen("fact:INTÉREST", "title")).toEqual(["budget @fact:Interest budget 5"]);
    expect(seen("facts", "company")).toEqual(["budget @fact:Interest budget 5"]);
    expect(seen("fact:Other")).toEqual([]);
  });

  test("looks at the quality of the email only if it lists that", () => {
    const risky = rule("1", -20, "risky");
    const asks = { ...rule("2", 9, "Risky", "budget"), fields: ["emailQuality"] };
    expect(countedIn(lead, risky)).toEqual([]);
    expect(countedIn(lead, asks, risky)).toEqual(["Risky @emailQuality risky 9"]);
    expect(countedIn({ ...lead, addressQuality: "unknown" }, { ...asks, keywords: ["unknown"] })).toEqual([]);
  });

  test("for exact fields must match a whole field or fact", () => {
    const exact: ScoringRule = { ...rule("1", 5, "head  of dáta", "Robotics", "A BUDGET"), mode: "exact" };
    expect(countedIn(lead, exact)).toEqual([
      "head  of dáta @title Head of Data 5",
      "A BUDGET @fact:Interest a budget 5",
    ]);
    expect(countedIn({ ...lead, title: " Head of Data\t" }, exact)[0]).toBe("head  of dáta @title Head of Data 5");
    expect(countedIn({ ...lead, title: "Head of Data\nScience" }, exact)).toHaveLength(1);
  });

  test("with regular expressions counts the leftmost match, case-insensitively", () => {
    const regex: ScoringRule = {
      ...rule("1", 5, String.raw`BUDGETS?: \d+k`, "x*", String.raw`r\w+s\b`),
      mode: "regex",
    };
    expect(countedIn(lead, regex)).toEqual([
      String.raw`BUDGETS?: \d+k @notes Budgets: 50k 5`,
      String.raw`r\w+s\b @company Robotics 5`,
    ]);
    expect(countedIn(lead, { ...rule("1", 5, "(?=a)", "(a"), mode: "regex" })).toEqual([]);
  });

  test("that counts once gives its points once, for its first matching keyword", () => {
    const once: ScoringRule = { ...rule("1", 30, "crane", "budget", "robot"), counting: "once" };
    const { score, keywords } = scored(lead, once, rule("2", 4, "robot"));
    expect([score, keywords]).toEqual([34, ["budget", "robot"]]);
  });

  test("that fades halves after each half-life, counted in UTC days", () => {
    const fading: ScoringRule = { ...rule("1", 25, "budget"), halfLifeDays: 9 };
    const pointsOn = (today: string): ScorePart | undefined =>
      scoreLead(lead, compileRuleset([fading]), today).scoreParts[0];
    expect(pointsOn("2026-02-20")).not.toHaveProperty("full");
    expect(pointsOn("2026-02-20")?.points).toBe(25);
    expect(pointsOn("2026-02-19")?.points).toBe(25);
    expect(pointsOn("2026-03-01")).toMatchObject({ points: 13, full: 25 });
    expect(pointsOn("2026-03-10")).toMatchObject({ points: 6, full: 25 });
    expect(pointsOn("2027-03-10")).toMatchObject({ points: 0, full: 25 });
  });

  test("below zero subtracts at most the points that exist, after all additions", () => {
    const rules = [rule("1", -30, "robot"), rule("2", 40, "budget"), rule("3", -30, "data"), rule("4", -5, "acme")];
    const { score, keywords, scoreParts } = scored(lead, ...rules);
    expect(score).toBe(0);
    expect(keywords).toEqual(["budget", "robot", "data", "acme"]);
    expect(scoreParts.map(({ ruleId, points, full }) => [ruleId, points, full])).toEqual([
      ["2", 40, undefined],
      ["1", -30, undefined],
      ["3", -10, -30],
      ["4", 0, -5],
    ]);
    expect(scored(lead, rule("1", 100, "robot", "budget"), rule("2", -30, "data")).score).toBe(100);
  });
});

const word = fc.constantFrom("data", "Datas", "robot", "box", "boxes", "sales plan", "C++", "機械", "é", "$", "x*");
const text = fc
  .array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 20 })
  .map((words) => words.join(" "));
const anyLead = fc.record({
  company: fc.oneof(text, word),
  industry: fc.oneof(text, word),
  title: text,
  notes: text,
  facts: fc.array(fc.record({ name: fc.constantFrom("A", "B", "Name (x)"), value: fc.oneof(text, word) }), {
    maxLength: 4,
  }),
  customFields: fc.constantFrom<CustomValue[]>(
    [],
    [{ id: 1, value: 5 }],
    [
      { id: 1, value: 12.5 },
      { id: 2, value: ["data", "boxes"] },
    ],
  ),
  email: fc.oneof(fc.constant(""), fc.constant("data@box.com")),
  addressQuality: fc.constantFrom("good", "bad", null),
  createdAt: fc
    .date({ min: new Date("2025-01-01"), max: new Date("2026-06-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
});
const regex = fc.constantFrom("dat(a|as)", String.raw`\bbox\w*`, "[a-z]+ plan", "x*", "é|機", "(", String.raw`\pL{4,}`);
const reach = {
  id: fc.uuid(),
  name: fc.string(),
  scoreWeight: fc.integer({ min: -100, max: 100 }).filter((points) => points !== 0),
  isActive: fc.boolean(),
  fields: fc.subarray([...RULE_FIELDS, "fact:a", "fact:Ö", "field:2"], { maxLength: 3 }),
  counting: fc.constantFrom(...RULE_COUNTINGS),
  halfLifeDays: fc.option(fc.integer({ min: 1, max: 400 })),
};
const plainRule = fc.record<ScoringRule>({
  ...reach,
  mode: fc.constantFrom("words", "prefix", "phrase", "exact"),
  keywords: fc.array(fc.oneof(word, fc.string()), { maxLength: 6 }),
});
const regexRule = fc.record<ScoringRule>({
  ...reach,
  mode: fc.constant("regex"),
  keywords: fc.array(regex, { maxLength: 3 }),
});
const conditionRule = fc.record<ScoringRule>({
  ...reach,
  mode: fc.constant("condition"),
  fields: fc.constantFrom(["field:1"], ["field:2"], ["field:3"]),
  keywords: fc.array(fc.constantFrom("at least 10", "between 1 and 6", "is Data", "empty", "filled in", "?"), {
    maxLength: 4,
  }),
});
const anyRules = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: plainRule },
    { weight: 1, arbitrary: regexRule },
    { weight: 1, arbitrary: conditionRule },
  ),
  { maxLength: 6 },
);

test("parts and cap always add up to the score, and excerpts show the exact match", () => {
  fc.assert(
    fc.property(anyLead, anyRules, fc.integer({ min: 0, max: 100 }), (each, rules, threshold) => {
      const known = { ...each, processedAt: TODAY, ...scored(each, ...rules) };
      const { score, parts, cap, missing } = explainLead(known, { threshold, today: TODAY, rules: [], fields: [] });
      expect(parts.reduce((sum, { points }) => sum + points, cap)).toBe(score);
      expect(cap <= 0 && score >= 0 && score <= 100).toBe(true);
      expect(missing).toBe(Math.max(0, threshold - score));
      const texts = new Map(leadTexts(each).map((one) => [one.field, one.text]));
      for (const { field, start, end, excerpt, matchStart, matchEnd, isCondition } of parts) {
        if (isCondition === true && end === 0) continue;
        expect(end).toBeGreaterThan(start);
        expect(excerpt.slice(matchStart, matchEnd)).toBe(texts.get(field)?.slice(start, start + matchEnd - matchStart));
      }
    }),
    { numRuns: rounds(140, 700) },
  );
});

test("the score is what the rules give, between 0 and 100, whatever their signs", () => {
  fc.assert(
    fc.property(anyLead, anyRules, (each, rules) => {
      const lasting = rules.map((one) => ({ ...one, halfLifeDays: null }));
      const { score, scoreParts } = scored(each, ...lasting);
      const sum = scoreParts.reduce((total, { points, full }) => total + (full ?? points), 0);
      expect(score).toBe(Math.min(100, Math.max(0, sum)));
    }),
  );
});

test("a part points to the first match of its rule", () => {
  fc.assert(
    fc.property(anyLead, anyRules, (each, rules) => {
      const texts = leadTexts(each);
      const byId = new Map(rules.map((one) => [one.id, one]));
      for (const { ruleId, keyword, field, start, end, isCondition } of scored(each, ...rules).scoreParts) {
        if (isCondition === true) continue;
        const one = byId.get(ruleId);
        const at = texts.findIndex((candidate) => candidate.field === field);
        const match = texts[at]?.text.slice(start, end) ?? "";
        const alone = one && compileRuleset([{ ...one, keywords: [keyword] }]);
        expect(alone?.find([{ field, text: match }])).toHaveLength(1);
        expect(alone?.find(texts.slice(0, at))).toEqual([]);
        expect(one?.mode !== "exact" || foldText(match) === foldText(keyword)).toBe(true);
        const pattern = new RegExp(one?.mode === "regex" ? `^(?:${keyword.replace("pL", "p{L}")})$` : "", "iu");
        expect(match).toMatch(pattern);
      }
    }),
    { numRuns: rounds(100, 500) },
  );
});

test("an exact keyword matches only where the whole looks the same", () => {
  const spaced = fc.array(fc.constantFrom("a", "É", "ß", " ", "\t", "™", "\u00ad", "機"), { maxLength: 6 });
  const written = spaced.map((characters) => characters.join(""));
  fc.assert(
    fc.property(written, written, (keyword, title) => {
      const isSame = foldText(keyword) === foldText(title) && foldText(title) !== "";
      expect(
        countedIn({ ...lead, title }, { ...rule("1", 5, keyword), mode: "exact", fields: ["title"] }),
      ).toHaveLength(isSame ? 1 : 0);
    }),
    { numRuns: rounds(200, 1000) },
  );
});

test("the order of rules and keywords doesn't affect the score", () => {
  fc.assert(
    fc.property(anyLead, anyRules, (each, rules) => {
      const reversed = rules.toReversed().map((one) => ({ ...one, keywords: one.keywords.toReversed() }));
      expect(scored(each, ...reversed).score).toBe(scored(each, ...rules).score);
    }),
  );
});

test("an inactive rule changes nothing", () => {
  fc.assert(
    fc.property(anyLead, anyRules, plainRule, fc.nat(6), (each, rules, extra, place) => {
      const more = rules.toSpliced(place, 0, { ...extra, isActive: false });
      expect(scored(each, ...more)).toEqual(scored(each, ...rules));
    }),
  );
});

test("the older a lead, the less a fading rule adds or subtracts", () => {
  fc.assert(
    fc.property(anyLead, anyRules, fc.nat(800), (each, rules, days) => {
      const later = new Date(Date.parse(TODAY) + days * 86_400_000).toISOString();
      const now = scored(each, ...rules).scoreParts;
      const then = scoreLead(each, compileRuleset(rules), later).scoreParts;
      expect(then.map(({ ruleId, keyword }) => [ruleId, keyword])).toEqual(
        now.map(({ ruleId, keyword }) => [ruleId, keyword]),
      );
      const adding = then.flatMap(({ points }, at) => ((now[at]?.points ?? 0) > 0 ? [[points, now[at]?.points]] : []));
      for (const [after = 0, before = 0] of adding) expect(after >= 0 && after <= before).toBe(true);
    }),
  );
});
