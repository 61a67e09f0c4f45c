import { describe, expect, test } from "vitest";
import { NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { RULE_TEMPLATES, type RuleTemplate } from "#shared/rule-templates.ts";
import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { scoreTexts } from "#server/pipeline/intake/score-lead.ts";

const INQUIRIES: Readonly<Record<string, readonly string[]>> = {
  software: [
    "We have 40 support agents and would like to see a demo. Could somebody call me on Thursday?",
    "What would it cost for 25 seats, billed yearly?",
    "We're looking for a platform that integrates with our CRM.",
  ],
  agency: [
    "Our website is ten years old. Could you send us a proposal for a redesign?",
    "We're looking for somebody to run our social media next year.",
    "I need a new logo and a landing page for a launch in May.",
  ],
  trade: [
    "Could you send me a quote for a new roof? About 1,800 square feet.",
    "Our boiler is broken. When can you come by?",
    "I need a contractor to remodel a bathroom.",
  ],
  consulting: [
    "What is your day rate, and are you free in June?",
    "We're looking for a consultant for a short-term project on pricing strategy.",
    "We need training for a team of twelve.",
  ],
  local: [
    "Hi, I'd like to book a massage for two on Saturday.",
    "How much do you charge for cleaning a three-bedroom house?",
    "We're looking for catering for a wedding with 80 guests.",
  ],
};

const OTHERS: readonly string[] = [
  "This month in our newsletter: five websites we like, pricing trends, and a demo of our new app. Unsubscribe at any time.",
  "I'm applying for the developer position. Please find my resume attached; I'm interested in the project.",
  "We offer SEO services and backlinks at the best price for your website. How much traffic do you need?",
  "Here are the minutes of our last meeting. See you on Monday.",
  "The app shows an error when I sign in. Can you reset my password?",
];

const scoreOf = ({ rules }: RuleTemplate, text: string): number => {
  const ruleset = compileRuleset(rules.map((rule, index) => ({ ...rule, id: String(index) })));
  return scoreTexts([{ field: "notes", text }], ruleset, 0).score;
};

describe.each(RULE_TEMPLATES.map((template) => ({ ...template })))("the $name template", (template) => {
  const threshold = LIMITS.qualificationThreshold.default;

  test("has valid rules without warnings", () => {
    for (const rule of template.rules) expect(NewRule.parse(rule)).toEqual(rule);
    expect(checkKeywords(template.rules.map((rule, index) => ({ ...rule, id: String(index) })))).toEqual([]);
  });

  test.each(INQUIRIES[template.id] ?? [])("qualifies: %s", (inquiry) => {
    expect(scoreOf(template, inquiry)).toBeGreaterThanOrEqual(threshold);
  });

  test.each(OTHERS)("doesn't qualify: %s", (text) => {
    expect(scoreOf(template, text)).toBeLessThan(threshold);
  });
});

test("each template has its own id and sample inquiries", () => {
  expect(RULE_TEMPLATES.map(({ id }) => id)).toEqual(Object.keys(INQUIRIES));
});
