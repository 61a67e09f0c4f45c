import { fromData, type Answering } from "#server/assistant/answers/answer.ts";
import { fold } from "#server/assistant/understanding/words.ts";
import { counted, listed, momentWords, numberWords } from "#server/assistant/words/moment.ts";
import type { RuleMode } from "#shared/contract/rule.ts";
import type { RuleRecord } from "#server/store/types.ts";

const RULES = { label: "Rules & Keywords", href: "/rules" };
const SHOWN = 8;
const SHOWN_KEYWORDS = 12;

/** "Which rules bring most?": by the points and scores of now. */
export const rulesThatWork: Answering = async ({ workspace, ruleContributions }) => {
  const { rules, at } = await ruleContributions();
  if (rules.length === 0)
    return fromData("There is no active rule yet.", [RULES], ["How do keyword weights make a score?"]);
  const sorted = rules.toSorted((one, other) => other.qualified - one.qualified || other.points - one.points);
  const idle = sorted.filter(({ leads }) => leads === 0).map(({ name }) => `“${name}”`);
  return fromData(
    [
      `What the rules give, counted ${momentWords(at, workspace.clock())}:`,
      ...sorted
        .filter(({ leads }) => leads > 0)
        .slice(0, SHOWN)
        .map(
          ({ name, leads, points, qualified, decisive }) =>
            `• “${name}”: found ${counted(leads, "lead")}, ${numberWords(points)} points, ${numberWords(qualified)} of them qualified, ${numberWords(decisive)} only thanks to it`,
        ),
      ...(idle.length === 0 ? [] : [`Found nothing so far: ${listed(idle)}.`]),
    ].join("\n"),
    [RULES],
  );
};

/** "How many rules are active?", "Which keywords does the rule Budget have?" */
export const rules: Answering = async ({ workspace: { store }, meaning: { wording } }) => {
  const all = await store.rules.list();
  if (all.length === 0) return fromData("There are no rules yet.", [{ label: "Create a rule", href: "/rules?new" }]);
  const active = all.filter(({ isActive }) => isActive);
  const named = namedIn(all, wording.question);
  if (named !== undefined) return fromData(`${ruleWords(named)}.${named.isActive ? " It is active." : ""}`, [RULES]);
  if (/\b(?:key)?word\b/u.test(wording.text)) return fromData("No rule has that keyword.", [RULES]);
  if (/\bhow many\b/u.test(wording.text)) {
    return fromData(
      `${counted(active.length, "rule")} ${active.length === 1 ? "is" : "are"} active, of ${all.length} in all.`,
      [RULES],
      ["Which rules bring the most?"],
    );
  }
  const sorted = all.toSorted((one, other) => other.scoreWeight - one.scoreWeight);
  return fromData(
    [
      `${counted(all.length, "rule")}, ${active.length} of them active, the heaviest first:`,
      ...sorted.slice(0, SHOWN).map((rule) => `• ${ruleWords(rule)}`),
      ...(all.length > SHOWN ? [`And ${all.length - SHOWN} more.`] : []),
    ].join("\n"),
    [RULES],
    ["Which rules bring the most?"],
  );
};

/** The rule whose name stands in the question, the longest such; a keyword of its own does as well. */
function namedIn(all: readonly RuleRecord[], question: string): RuleRecord | undefined {
  const asked = ` ${fold(question).replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
  const stands = (name: string): boolean => {
    const words = fold(name)
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    return words !== "" && asked.includes(` ${words} `);
  };
  return (
    all.filter(({ name }) => stands(name)).toSorted((one, other) => other.name.length - one.name.length)[0] ??
    (/\bkeyword\b|\bword\b|\buses?\b|\bcontains?\b|\blooks?\b/u.test(asked)
      ? all.find(({ keywords }) => keywords.some(stands))
      : undefined)
  );
}

/** How the keywords are looked for, where that is not as words. */
const MODE_WORDS: Record<RuleMode, string> = {
  words: "",
  prefix: " as the beginning of words",
  phrase: " as exact phrases",
  exact: " as the whole of a field",
  regex: " as regular expressions",
};

function ruleWords(rule: RuleRecord): string {
  const { name, isActive, scoreWeight, keywords } = rule;
  const shown = keywords.slice(0, SHOWN_KEYWORDS).map((keyword) => `“${keyword}”`);
  const others = keywords.length - shown.length;
  const found = `${listed(shown)}${others > 0 ? ` and ${others} more` : ""}${MODE_WORDS[rule.mode]}`;
  return `“${name}”${isActive ? "" : " (inactive)"}, weight ${scoreWeight}${reachWords(rule)}: ${found}`;
}

function reachWords({ counting, halfLifeDays }: RuleRecord): string {
  const once = counting === "once" ? " once for all" : "";
  return halfLifeDays === null ? once : `${once}, halved every ${counted(halfLifeDays, "day")}`;
}
