import { describe, expect, test } from "vitest";
import { fitRules, type RuleFit } from "#server/insight/learning/rule-fit.ts";
import { learn } from "#server/insight/learning/learn.ts";
import { suggestKeywords } from "#server/insight/learning/suggest-keywords.ts";
import { suggestRules } from "#server/insight/learning/suggest-rules.ts";
import type { Suggestion } from "#server/insight/learning/suggestion.ts";
import { termsOf } from "#server/insight/learning/terms.ts";
import { wilsonInterval } from "#server/insight/learning/wilson.ts";
import { simulateDecisions, type Simulation, type TrueKeyword } from "#test/simulated-decisions.ts";

const WORTHS = [2.5, 2, 1, 0, 0, -1, -2, 1.5] as const;
const RULES = ["alphorn", "bellows", "cymbal", "dulcimer", "euphonium", "fiddle", "glockenspiel", "harpsichord"];
const anyWord = (): boolean => true;
const noWord = (): boolean => false;

/** Reviewers with different reasons; no rule captures `hidden`, and `twin` adds nothing new. */
function reviewer(seed: number, decisions: number): Simulation {
  const keywords = RULES.map((word, at): TrueKeyword => {
    const worth = WORTHS[(seed * (at + 3) + at * at) % WORTHS.length]!;
    return { word, weight: at % 2 === 0 ? 20 : 10, worth, share: 0.3 };
  });
  keywords.push({ word: "hidden", weight: null, worth: 2.5, share: 0.3 });
  keywords.push({ word: "twin", weight: 10, worth: 0, twinOf: "alphorn" });
  return { keywords, base: -1.5, decisions, seed };
}

interface Tally {
  made: number;
  right: number;
}

/** The suggestions for reviewers: how many of each kind, and how many are right. */
function tally(decisions: number, reviewers: number): Record<"weight" | "off" | "keyword" | "twin", Tally> {
  const of = { weight: none(), off: none(), keyword: none(), twin: none() };
  for (let seed = 1; seed <= reviewers; seed += 1) {
    const simulation = reviewer(seed, decisions);
    const taught = simulateDecisions(simulation);
    const fit = fitRules(taught.decisions, taught.rules);
    const worth = new Map(simulation.keywords.map((keyword) => [`rule-${keyword.word}`, keyword.worth]));
    const terms = taught.decisions.map((decision) => termsOf(decision, anyWord));
    for (const suggestion of [
      ...suggestRules(taught.decisions, taught.rules, fit),
      ...suggestKeywords(taught.decisions, terms, taught.rules, fit, noWord),
    ]) {
      count(of, suggestion, worth, fit);
    }
  }
  return of;
}

function none(): Tally {
  return { made: 0, right: 0 };
}

function count(
  of: Record<"weight" | "off" | "keyword" | "twin", Tally>,
  suggestion: Suggestion,
  worth: ReadonlyMap<string, number>,
  fit: RuleFit,
): void {
  switch (suggestion.kind) {
    case "weight": {
      const { from, to, ruleId } = suggestion;
      add(of.weight, Math.sign(to - from) === Math.sign(worth.get(ruleId)! * fit.pointsPerLogOdds - from));
      break;
    }
    case "keyword":
      add(of.keyword, suggestion.weight > 0 && suggestion.keyword.includes("hidden"));
      break;
    case "switch_off":
      if (suggestion.twin === null) add(of.off, worth.get(suggestion.ruleId)! <= 0);
      else add(of.twin, suggestion.ruleId === "rule-twin" && suggestion.twin.ruleId === "rule-alphorn");
  }
}

function add(to: Tally, isRight: boolean): void {
  to.made += 1;
  if (isRight) to.right += 1;
}

describe("suggestions for simulated reviewers with known reasons", () => {
  test("are right in at least 95% of cases after 50 decisions", () => {
    const { weight, off, keyword, twin } = tally(50, 200);
    const all = { made: weight.made + off.made + keyword.made, right: weight.right + off.right + keyword.right };
    expect(all.made).toBeGreaterThan(50);
    expect(all.right / all.made).toBeGreaterThanOrEqual(0.95);
    // A duplicate is found without statistics.
    expect(twin).toEqual({ made: 200, right: 200 });
  });

  test("find what matters once there are more decisions", () => {
    const { weight, off, keyword } = tally(300, 30);
    for (const each of [weight, off, keyword]) expect(each.right / each.made).toBeGreaterThanOrEqual(0.95);
    // The keyword that no rule has, for nearly every reviewer.
    expect(keyword.right).toBeGreaterThanOrEqual(24);
    expect(off.made).toBeGreaterThan(20);
  });

  test("are rare where the rules are already right", () => {
    let made = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const keywords = RULES.map((word) => ({ word, weight: 10, worth: 1.2, share: 0.3 }));
      const { decisions, rules } = simulateDecisions({ keywords, base: -3, decisions: 200, seed });
      const terms = decisions.map((decision) => termsOf(decision, anyWord));
      const fit = fitRules(decisions, rules);
      made += suggestRules(decisions, rules, fit).length + suggestKeywords(decisions, terms, rules, fit, noWord).length;
    }
    // 320 rules and as many words were checked.
    expect(made).toBeLessThan(20);
  });
});

test("a suggestion shows its supporting decisions", () => {
  const { decisions, rules } = simulateDecisions({ ...reviewer(3, 300) });
  const { suggestions } = learn({ decisions, rules, threshold: 30, isOrdinary: anyWord, isLookedFor: noWord });
  const keyword = suggestions.find((each) => each.kind === "keyword")!;
  const saying = decisions.filter(({ texts }) => texts.some((text) => text.includes("hidden")));
  expect(keyword.evidence.found).toBe(saying.length);
  expect(keyword.evidence.approved).toBe(saying.filter(({ isPositive }) => isPositive).length);
  expect(keyword.evidence.examples.map(({ id }) => id)).toEqual(saying.slice(0, 5).map(({ id }) => id));
});

test("suggests subtracting points for a harmful rule, and switching off a useless one", () => {
  const keywords = [
    { word: "alphorn", weight: 20, worth: 2, share: 0.3 },
    { word: "bellows", weight: 20, worth: -2.5, share: 0.3 },
    { word: "cymbal", weight: 20, worth: 0, share: 0.3 },
  ];
  const { decisions, rules } = simulateDecisions({ keywords, base: -0.5, decisions: 600, seed: 2 });
  const suggestions = suggestRules(decisions, rules, fitRules(decisions, rules));
  const ofRule = (word: string) =>
    suggestions.find((each) => each.kind !== "keyword" && each.ruleId === `rule-${word}`);
  const against = ofRule("bellows")!;
  expect(against).toMatchObject({ kind: "weight", from: 20 });
  expect(against.kind === "weight" && against.to).toBeLessThan(0);
  expect(ofRule("cymbal")).toMatchObject({ kind: "switch_off", twin: null });
});

test("suggests neither words that a rule matches nor names", () => {
  const simulation: Simulation = {
    keywords: [{ word: "quayside", weight: null, worth: 4 }],
    base: -1.5,
    decisions: 120,
    seed: 3,
  };
  const { decisions, rules } = simulateDecisions(simulation);
  const suggested = (some: typeof decisions, isLookedFor: (term: string) => boolean): string[] =>
    learn({ decisions: some, rules, threshold: 30, isOrdinary: anyWord, isLookedFor }).suggestions.map(({ id }) => id);
  expect(suggested(decisions, noWord)).toContain("keyword:quayside:up");
  expect(suggested(decisions, (term) => term.includes("quayside"))).not.toContain("keyword:quayside:up");
  const [first, ...others] = decisions;
  expect(suggested([{ ...first!, name: "Ann Quayside" }, ...others], noWord)).not.toContain("keyword:quayside:up");
});

test("never flips or switches off a rule whose own figures look good", () => {
  // "budget" matches most of what "grows" does, and the fit credits it with all the worth.
  const keywords: TrueKeyword[] = [
    { word: "budget", weight: 10, worth: 4, share: 0.5 },
    { word: "grows", weight: 10, worth: -1.2, share: 0.5 },
  ];
  const spokenFor = Array.from({ length: 20 }, (_, index) => {
    const { decisions, rules } = simulateDecisions({ keywords, base: -1.5, decisions: 400, seed: index + 1 });
    const seen = decisions.filter(({ parts }) => parts.length !== 1 || parts[0]?.ruleId !== "rule-grows");
    const base = seen.filter(({ isPositive }) => isPositive).length / seen.length;
    return suggestRules(seen, rules, fitRules(seen, rules))
      .filter((one) => (one.kind === "weight" ? one.to < 0 : one.kind === "switch_off" && one.twin === null))
      .filter(({ evidence: { approved, found } }) => wilsonInterval(approved, found).low > base);
  });
  expect(spokenFor.flat()).toEqual([]);
});
