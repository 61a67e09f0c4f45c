import { leadCount } from "#server/assistant/words/lead-words.ts";
import type { RuleMode } from "#shared/contract/rule.ts";
import { fromData, type Answering } from "#server/assistant/answers/answer.ts";
import { keywordSaid } from "#server/assistant/understanding/keyword-said.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { atMost, listed, momentWords, numberWords } from "#server/assistant/words/moment.ts";
import type { Language } from "#shared/language.ts";
import { quoted, type Say } from "#server/assistant/words/say.ts";
import { counted } from "#shared/counted.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { isLookedForBy } from "#server/features/learning/is-looked-for.ts";

const RULES = { label: "Rules & Keywords", href: "/rules" };
const SHOWN = 8;
const MOST_NAMED = 20;
const SHOWN_KEYWORDS = 12;

const MINUS = /\b(?:minus|negative|hurts?|costs?|lowers?|reduces?|worst|away|subtracts?|deducts?|takes? off)\b/u;
/** "Which rules take points away?" */
const TAKING = /\b(?:minus|negative|away|lowers?|reduces?|subtracts?|deducts?|takes? off)\b/u;

/** "Which rules bring most?": by current points and scores. */
export const rulesThatWork: Answering = async ({
  workspace,
  ruleContributions,
  meaning: { wording },
  say,
  language,
}) => {
  const { rules, at } = await ruleContributions();
  if (rules.length === 0)
    return fromData("There are no active rules yet.", [RULES], ["How do keyword weights make a score?"]);
  const asksLeast = /\b(?:least|fewest|weakest|useless|hardly|rarely|seldom|barely)\b/u.test(wording.text);
  const asksMinus = MINUS.test(wording.text);
  const asksPoints = asksMinus || /\bpoints?\b/u.test(wording.text);
  const byMost = rules.toSorted((one, other) =>
    asksPoints
      ? (other.points - one.points) * (asksMinus ? -1 : 1)
      : other.qualified - one.qualified || other.points - one.points,
  );
  const sorted = asksLeast ? byMost.toReversed() : byMost;
  const idle = sorted.filter(({ leads }) => leads === 0).map(({ name }) => `“${name}”`);
  const names = listed(idle, language);
  const idleWords =
    idle.length === 0
      ? say(
          "Every active rule has matched at least one lead.",
          "Jede aktive Regel hat schon einen Lead gefunden.",
          "Chaque règle active a trouvé au moins un prospect.",
          "Cada regla activa ha encontrado al menos un lead.",
        )
      : say(
          `No matches so far: ${names}.`,
          `Noch ohne Treffer: ${names}.`,
          `Sans résultat : ${names}.`,
          `Sin resultados: ${names}.`,
        );
  const asksIdle = /\bnever\b|\b(?:no|not|without|nothing)\b|\buseless\b|\bunused\b/u.test(wording.text);
  return fromData(
    [
      ...(asksIdle ? [idleWords] : []),
      say(
        `Results by rule, updated ${momentWords(at, workspace.clock())}:`,
        `Ergebnisse je Regel, Stand ${momentWords(at, workspace.clock(), language)}:`,
        `Résultats par règle, ${momentWords(at, workspace.clock(), language)} :`,
        `Resultados por regla, ${momentWords(at, workspace.clock(), language)}:`,
      ),
      ...sorted
        .filter(({ leads, points }) => leads > 0 && (points < 0 || !TAKING.test(wording.text)))
        .slice(0, SHOWN)
        .map(({ name, leads, points, qualified, decisive }) =>
          say(
            `• “${name}”: ${counted(leads, "lead")}, ${numberWords(points)} points, ${numberWords(qualified)} qualified, ${numberWords(decisive)} only by this rule`,
            `• „${name}“: ${leadCount(leads, language)}, ${points} Punkte, ${qualified} qualifiziert, ${decisive} nur durch diese Regel`,
            `• « ${name} » : ${leadCount(leads, language)}, ${points} points, ${qualified} qualifiés, ${decisive} par cette seule règle`,
            `• «${name}»: ${leadCount(leads, language)}, ${points} puntos, ${qualified} calificados, ${decisive} solo por esta regla`,
          ),
        ),
      ...(asksIdle ? [] : [idleWords]),
    ],
    [RULES],
  );
};

/** "How many rules are active?", "Which keywords does the rule Budget have?" */
export const rules: Answering = async ({ store, meaning: { wording }, language, say }) => {
  const all = await store.rules.list();
  if (all.length === 0) return fromData("There are no rules yet.", [{ label: "Create a rule", href: "/rules?new" }]);
  const active = all.filter(({ isActive }) => isActive);
  const named = ruleMeant(all, `${wording.text} ${wording.question}`);
  if (named !== undefined) return fromData(factsOf(named, say, language), [RULES]);
  const inactive = all.filter(({ isActive }) => !isActive);
  if (/\b(?:off|inactive|disabled|turned off)\b/u.test(wording.text) && inactive.length > 0)
    return fromData(
      inactive.map((rule) => `• ${factsOf(rule, say, language)}`),
      [RULES],
    );
  if (language === "en" && /\bhow many\b/u.test(wording.text)) {
    return fromData(
      `${active.length} of ${counted(all.length, "rule")} ${active.length === 1 ? "is" : "are"} active.`,
      [RULES],
      ["Which rules bring the most?"],
    );
  }
  const taking = TAKING.test(wording.text) ? all.filter(({ scoreWeight }) => scoreWeight < 0) : [];
  const shown = taking.length > 0 ? taking : all;
  const sorted = shown.toSorted((one, other) => other.scoreWeight - one.scoreWeight);
  const off = say("", " (aus)", " (inactive)", " (inactiva)");
  const lines = sorted.map(
    (rule) =>
      `• ${language === "en" ? ruleWords(rule) : `${rule.name}: ${rule.scoreWeight}${rule.isActive ? "" : off}`}`,
  );
  const [n, on] = [shown.length, shown.filter(({ isActive }) => isActive).length];
  return fromData(
    [
      say(
        `${counted(n, "rule")}, ${on} active, highest weight first:`,
        `Regeln: ${n}, davon aktiv: ${on}, mit ihren Punkten:`,
        `Règles : ${n}, dont actives : ${on}, avec leurs points :`,
        `Reglas: ${n}, activas: ${on}, con sus puntos:`,
      ),
      ...atMost(lines, MOST_NAMED, say),
    ],
    [RULES],
    ["Which rules bring the most?"],
  );
};

/** "Does “budgets” count as a keyword?", "which rule has demo?": the rules that find a word as they would in a lead. */
export const keywordState: Answering = async ({ store, meaning: { wording }, say, language }) => {
  const said = keywordSaid(wording.question);
  const word = quoted(said, say);
  const noun = say("keyword", "Stichwort", "mot-clé", "palabra clave");
  const found = (await store.rules.list()).flatMap((rule) => {
    const finds = (keyword: string): boolean => isLookedForBy([{ ...rule, keywords: [keyword] }])(said);
    const keyword = rule.keywords.find((one) => rule.mode !== "condition" && finds(one));
    return keyword === undefined ? [] : [{ rule, keyword: quoted(keyword, say) }];
  });
  return fromData(
    found.length === 0
      ? say(
          `No rule has that keyword. Keywords are whole words, also in the plural; add ${word} to a rule, or a keyword with * at its end, which finds any ending.`,
          `Nein, keine Regel findet ${word}. Stichwörter sind ganze Wörter, auch im Plural; fügen Sie ${word} einer Regel hinzu, oder ein Stichwort mit * am Ende für jede Endung.`,
          `Non, aucune règle ne trouve ${word}. Les mots-clés sont des mots entiers, aussi au pluriel ; ajoutez ${word} à une règle, ou un mot-clé avec * à la fin pour toute terminaison.`,
          `No, ninguna regla encuentra ${word}. Las palabras clave son palabras enteras, también en plural; añada ${word} a una regla, o una palabra con * al final para cualquier terminación.`,
        )
      : found.map(
          ({ rule, keyword }) =>
            `${say("Yes", "Ja", "Oui", "Sí")}, ${word} (${noun} ${keyword}). ${factsOf(rule, say, language)}`,
        ),
    [RULES],
  );
};

/** The rule named in the question, preferring the longest name; one of its keywords also works. */
export function ruleNamed(all: readonly RuleRecord[], question: string): RuleRecord | undefined {
  const asked = ` ${plainWord(question).replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
  const stands = (name: string): boolean => {
    const words = plainWord(name)
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

/** The rule that a request names, or the only one whose name or keywords its other words fit best: "the fleet rule". */
export function ruleMeant(all: readonly RuleRecord[], question: string): RuleRecord | undefined {
  // 'Make "tender" worth 30'
  const inQuotes = plainWord(/["“„«]\s*([^"”“»]+?)\s*["”“»]/u.exec(question)?.[1] ?? "");
  return (
    ruleNamed(all, question) ??
    all.find(({ keywords }) => keywords.some((keyword) => plainWord(keyword) === inQuotes)) ??
    ruleByWeight(all, question) ??
    similar(all, question, ({ name }) => name) ??
    similar(all, question, ({ keywords }) => keywords.join(" "))
  );
}

/** "The weakest rule", "the rule with the highest weight": of those that add points. */
function ruleByWeight(all: readonly RuleRecord[], question: string): RuleRecord | undefined {
  const [, way] =
    /\b(weakest|lowest|smallest|least|strongest|heaviest|highest|biggest|most|top|best)(?: \w+)? (?:rule|weight|points?)\b/u.exec(
      question,
    ) ?? [];
  if (way === undefined || !/\brules?\b/u.test(question)) return undefined;
  const sorted = all
    .filter(({ isActive, scoreWeight }) => isActive && scoreWeight > 0)
    .toSorted((one, other) => one.scoreWeight - other.scoreWeight);
  return sorted.at(/^(?:weak|low|small|least)/u.test(way) ? 0 : -1);
}

/** The only one whose words are most like those of a question. */
export function similar<T>(all: readonly T[], question: string, textOf: (one: T) => string): T | undefined {
  const asked = contentOf(question);
  const scored = all
    .map((one) => ({
      one,
      score: contentOf(textOf(one)).filter((word) => asked.some((said) => isAlike(said, word))).length,
    }))
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = scored;
  return best === undefined || best.score === 0 || best.score === next?.score ? undefined : best.one;
}

const SHORTEST_ALIKE = 4;

function contentOf(text: string): string[] {
  return [...new Set(plainWord(text).split(/[^\p{L}\p{N}]+/u))].filter(
    (word) => word.length >= SHORTEST_ALIKE && !NO_NAME.has(word),
  );
}

/** Words of requests, which name nothing. */
const NO_NAME = new Set(
  "make makes create count counts worth change rename should would rule rules regel regle regla points punkte puntos with what that this from have would happen turn source sources data quelle website site page leads lead more less give gives when delete sync keyword keywords word words about does only just please still some somebody someone list show".split(
    " ",
  ),
);

function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return (
    long.startsWith(short.slice(0, Math.max(SHORTEST_ALIKE, short.length - 2))) &&
    long.length - short.length < SHORTEST_ALIKE
  );
}

/** How keywords are matched, unless as words. */
const MODE_WORDS: Record<RuleMode, string> = {
  words: "",
  prefix: " at the start of words",
  phrase: " as exact phrases",
  exact: " as entire fields",
  regex: " as regular expressions",
  condition: " on a custom field",
};

/** What a rule gives, for what, whether it fades, and why it exists. */
function factsOf(rule: RuleRecord, say: Say, language: Language): string {
  if (language === "en")
    return `${ruleWords(rule)}.${rule.isActive ? " It is active." : ""}${rule.note === "" ? "" : ` Note: ${rule.note}`}`;
  const { name, isActive, scoreWeight, keywords, counting, halfLifeDays, note } = rule;
  const found = listed(
    keywords.slice(0, SHOWN_KEYWORDS).map((one) => quoted(one, say)),
    language,
  );
  const once = counting === "once";
  const fades =
    halfLifeDays === null
      ? ""
      : say(
          "",
          ` Sie halbieren sich alle ${halfLifeDays} Tage.`,
          ` Ils diminuent de moitié tous les ${halfLifeDays} jours.`,
          ` Se reducen a la mitad cada ${halfLifeDays} días.`,
        );
  return `${say(
    "",
    `Die Regel ${quoted(name, say)} ist ${isActive ? "an" : "aus"}. Sie gibt ${scoreWeight} Punkte${once ? ", einmal je Lead," : ""} für ${found}.`,
    `La règle ${quoted(name, say)} est ${isActive ? "active" : "désactivée"}. Elle donne ${scoreWeight} points${once ? ", une fois par prospect," : ""} pour ${found}.`,
    `La regla ${quoted(name, say)} está ${isActive ? "activa" : "desactivada"}. Da ${scoreWeight} puntos${once ? ", una vez por lead," : ""} por ${found}.`,
  )}${fades}${note === "" ? "" : ` ${say("Note", "Notiz", "Note", "Nota")}: ${note}`}`;
}

function ruleWords(rule: RuleRecord): string {
  const { name, isActive, scoreWeight, keywords } = rule;
  const shown = keywords.slice(0, SHOWN_KEYWORDS).map((keyword) => `“${keyword}”`);
  const others = keywords.length - shown.length;
  const found = `${listed(shown)}${others > 0 ? ` and ${others} more` : ""}${MODE_WORDS[rule.mode]}`;
  return `“${name}”${isActive ? "" : " (inactive)"}, weight ${scoreWeight}${reachWords(rule)}: ${found}`;
}

function reachWords({ counting, halfLifeDays }: RuleRecord): string {
  const once = counting === "once" ? " counted once" : "";
  return halfLifeDays === null ? once : `${once}, halved every ${counted(halfLifeDays, "day")}`;
}
