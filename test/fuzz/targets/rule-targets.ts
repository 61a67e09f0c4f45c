import assert from "node:assert/strict";
import { RE2JS } from "re2js";
import { DEFAULT_RULE, RuleImport } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import { compileKeywordRegex } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { scoreTexts } from "#server/pipeline/intake/score-lead.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
import { unlessRefused, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { textSeeds, wordList } from "#test/fuzz/corpus.ts";

/** Patterns that backtracking engines never finish, and what keywords are found in. */
const TEXTS = [
  `${"a".repeat(1_500)}!`,
  "We need a price for 20 C++ licences by Monday; call us at 50% off. Straße, café, 機械学習, ﬁt \ud83d\u0000",
  `${"ab ".repeat(400)}\n${"x@".repeat(200)}`,
  "",
];
const LEAD = TEXTS.map((text, at) => ({ field: ["company", "notes", "title", "fact:A"][at] ?? "notes", text }));
const AGE_DAYS = 40;

const rule = (more: object) => ({ ...DEFAULT_RULE, name: "Intent", keywords: ["price*", "C++", "call us"], ...more });
const FILE = JSON.stringify({
  file: {
    winnowRules: 1,
    rules: [
      rule({}),
      rule({ mode: "regex", keywords: [String.raw`(a|aa)+$`, String.raw`\bcall (?:me|us)\b`, "[^x]{1,20}"] }),
      rule({ mode: "exact", keywords: ["café"], fields: ["fact:A", "notes"], scoreWeight: -20, halfLifeDays: 30 }),
      rule({ mode: "phrase", keywords: ["机械", "Straße"], counting: "once", isActive: false }),
    ],
  },
  replace: true,
});
const REGEX_WORDS = wordList(
  "(¦)¦(?:¦(?i)¦(?P<a>¦[¦]¦[^¦[[:alpha:]]¦{2,9}¦{1000}¦*¦+¦?¦+?¦|¦^¦$",
  "\\b¦\\B¦\\d¦\\p{L}¦\\pN¦\\x{10ffff}¦\\Q¦\\E¦\\1¦(?=¦(?<!¦.¦\\¦a¦ß¦K¦ſ",
);

export const ruleTargets: readonly FuzzTarget[] = [
  {
    name: "rule-file",
    seeds: () => textSeeds(FILE),
    dictionary: [
      ...REGEX_WORDS.filter((word) => !word.includes("\\")),
      '","',
      '"mode":"regex"',
      "\\u0000",
      "\\ud83d",
      "-100",
      "null",
    ],
    longest: 100_000,
    async run(input) {
      const file = RuleImport.safeParse(jsonIn(input.toString()));
      if (!file.success) return;
      const { rules } = file.data.file;
      const checked = await unlessRefused(() => {
        checkRules(rules, "file.rules");
        return rules.map((each, at) => ({ ...each, id: String(at + 1) }));
      });
      if (checked === null) return;
      const { score, scoreParts } = scoreTexts(LEAD, compileRuleset(checked), AGE_DAYS);
      assert.ok(score >= LIMITS.score.min && score <= LIMITS.score.max);
      const sum = scoreParts.reduce((points, part) => points + part.points, 0);
      assert.equal(Math.min(LIMITS.score.max, sum), score, "the parts add up to the score");
      for (const { keyword } of checkKeywords(checked)) assert.notEqual(keyword, "");
    },
  },
  {
    name: "keyword-regex",
    seeds: () =>
      textSeeds(
        "(a+)+$",
        "(a|aa)+$",
        String.raw`call (me|us) on \w+day`,
        "(x+x+)+y",
        "(?i)stra(ß|ss)e",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
      ),
    dictionary: REGEX_WORDS,
    longest: 400,
    run(input) {
      const pattern = input.toString();
      const regex = compileKeywordRegex(pattern);
      if ("refused" in regex) return assert.notEqual(regex.refused, "");
      // The same without the prefilter that spares the engine its work.
      const plain = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
      for (const text of TEXTS) {
        const matcher = plain.matcher(text);
        const isFound = matcher.find() && matcher.end() > matcher.start();
        assert.equal(regex.find(text) !== null, isFound, `${pattern} in ${text.slice(0, 20)}`);
      }
    },
  },
];

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
