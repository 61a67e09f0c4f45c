import { counted } from "#shared/counted.ts";
import { DEFAULT_RULE, type RuleDraft } from "#shared/contract/rule.ts";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { ruleMeant, ruleNamed } from "#server/assistant/answers/rules.ts";
import { statusWords } from "#server/assistant/words/lead-words.ts";
import { keywordSaid } from "#server/assistant/understanding/keyword-said.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { listed, numberWords } from "#server/assistant/words/moment.ts";
import { thresholdFor, withoutLeads } from "#server/assistant/answers/what-if-leads.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";

const SHOWN = 5;
const { min, max } = LIMITS.qualificationThreshold;

/** "What if the threshold were 50?", "What happens if I delete the rule Hurry?": the same as the preview before saving. */
export const whatIf: Answering = async (asking) => {
  const { store, workspace, say } = asking;
  const [rules, { qualificationThreshold }] = await Promise.all([store.rules.list(), readSettings(workspace)]);
  const change = changeOf(asking, rules, qualificationThreshold);
  if (change === null) {
    const { text } = asking.meaning.wording;
    const supposed = TARGET.test(text) ? await thresholdFor(asking) : await withoutLeads(asking);
    if (supposed !== null) return supposed;
    const names = rules.slice(0, SHOWN).map(({ name }) => `“${name}”`);
    if (!/\brule\b/u.test(text) && !GIVES_POINTS.test(text)) return null;
    return fromData(
      say(
        `I don't know which rule you mean. Some of yours: ${listed(names)}.`,
        `Welche Regel ist gemeint? Es gibt zum Beispiel: ${listed(names, "de")}.`,
        `De quelle règle s'agit-il ? Il y a par exemple : ${listed(names, "fr")}.`,
        `¿Qué regla? Por ejemplo hay: ${listed(names, "es")}.`,
      ),
      [RULES],
    );
  }
  const threshold = change.question.threshold;
  if (threshold !== undefined && (threshold < min || threshold > max)) {
    return fromData(
      say(
        `The threshold can be from ${min} to ${max}.`,
        `Der Schwellenwert liegt zwischen ${min} und ${max}.`,
        `Le seuil va de ${min} à ${max}.`,
        `El umbral va de ${min} a ${max}.`,
      ),
      [CONFIGURATION],
    );
  }
  const [result, { qualified }] = await Promise.all([
    asking.whatIf.ask(change.question, workspace.stopping),
    store.leads.totals(),
  ]);
  const { words } = change;
  const least = threshold ?? qualificationThreshold;
  const ofOne =
    asking.meaning.who === undefined
      ? null
      : await aboutLead(async (lead) => ofLead(asking, lead, { words, threshold: least }, result))(asking);
  return ofOne ?? answerOf(asking, change, result, qualified);
};

const CONFIGURATION = { label: "Configuration", href: "/configuration" };
const RULES = { label: "Rules & Keywords", href: "/rules" };

/** "What if I give “enterprise” 20 instead of 10": about a rule, not the threshold. */
const GIVES_POINTS =
  /\b(?:giv(?:e|es|ing)|gave)\b(?! (?:us|me)\b)|\b(?:instead of|points? (?:for|to)|count(?:s|ed)? for)\b/u;
const NUMBER = /(?<![\d.,])-?\d{1,3}(?![\d.,])(?! (?:leads?|people|contacts?|prospects|weeks?|days?|months?|hours?))/u;
/** "Which threshold gives about 30 leads?" */
const TARGET = /\b(?:which|what) (?:threshold|cut ?off|limit|score)\b.*\b\d/u;

/** Without one of these, a number may be about anything. */
const OF_THRESHOLD = /\b(?:threshold|cut ?off|bar|limit|qualif\w*|(?:raise|lower|increase|decrease|reduce)\w*)\b/u;
/** "What would 60 give us?" */
const SUPPOSES = /\b(?:would|could|lose|drop|go|went|gives?|get|imagine|suppose)\b/u;
const QUOTED = /["“„«]/u;
/** "If I delete the keyword “trial”" */
const WITHOUT_KEYWORD = /(?=.*\b(?:delet|remov|drop|tak|eras|without)\w*\b).*\b(?:keywords?|words?|terms?)\b/u;

/** "Would a rule on “depot” help?", "what if we added the word trial" */
const NEW_KEYWORD =
  /\b(?:an?|another|new|add\w*)(?: \w+)? (?:rules?|keywords?|words?|terms?)\b(?! (?:is|was|were|had|has|gave|gives)\b)/u;

interface Change {
  question: WhatIf;
  words: string;
}

/** The change a question supposes: another threshold, or one rule changed, removed or switched. */
function changeOf({ meaning, say }: Asking, rules: readonly RuleRecord[], current: number): Change | null {
  const { text, question } = meaning.wording;
  const added =
    NEW_KEYWORD.test(text) && !/\b(?:delet|remov|eras|drop)\w*/u.test(text)
      ? changeWith(text, question, rules, say)
      : null;
  if (added !== null) return added;
  const withoutKeyword = WITHOUT_KEYWORD.test(text) ? changeWithout(keywordSaid(question), rules, say) : null;
  if (withoutKeyword !== null) return withoutKeyword;
  const before = meaning.before?.intent === "what_if" ? meaning.before.wording : null;
  // "From 30 to 50" supposes the second.
  const amount = (/(?<=\bfrom -?\d{1,3} to )-?\d{1,3}(?![\d.,])/u.exec(text) ?? NUMBER.exec(text))?.[0];
  // Words have no minus.
  const number = amount !== undefined && question.includes(` -${amount}`) ? `-${amount}` : amount;
  const rule =
    ruleNamed(rules, GIVES_POINTS.test(text) || QUOTED.test(question) ? `${question} keyword` : question) ??
    (before === null ? undefined : ruleNamed(rules, before.question)) ??
    (/\brules?\b/u.test(text) ? ruleMeant(rules, `${text} . ${question}`) : undefined);
  if (rule === undefined) {
    if (number === undefined || /\brule\b/u.test(text) || TARGET.test(text)) return null;
    if (GIVES_POINTS.test(text) && !/\bthreshold\b/u.test(text)) return null;
    if (before === null && !OF_THRESHOLD.test(text) && !SUPPOSES.test(text)) return null;
    const by = /\bby\b|(?<!\bto \d.*)\b(?:higher|lower)\b(?!.*\bto\b)/u.test(text) ? current : null;
    const threshold =
      by === null
        ? Number(number)
        : by + (/\b(?:rais\w+|increas\w+|up|higher|more|rises?|rose)\b/u.test(text) ? 1 : -1) * Number(number);
    return {
      question: { threshold },
      words: say(
        `With a threshold of ${threshold}`,
        `Mit einem Schwellenwert von ${threshold}`,
        `Avec un seuil de ${threshold}`,
        `Con un umbral de ${threshold}`,
      ),
    };
  }
  const drafts = (edit: (draft: RuleDraft) => RuleDraft | null): WhatIf => ({
    rules: rules.flatMap(({ createdAt: _createdAt, ...draft }) => {
      const edited = draft.id === rule.id ? edit(draft) : draft;
      return edited === null ? [] : [edited];
    }),
  });
  const name = rule.name;
  const factor = /\b(?:doubl\w+|twice)\b/u.test(text) ? 2 : /\b(?:halv\w+|half)\b/u.test(text) ? 0.5 : null;
  const isRemoval =
    /\b(?:rid|delet\w*|remov\w*|without|turn\w* off|off|drop\w*)\b/u.test(text) && !GIVES_POINTS.test(text);
  const weight = isRemoval ? undefined : factor === null ? number : String(Math.round(factor * rule.scoreWeight));
  if (weight !== undefined) {
    return {
      question: drafts((draft) => ({ ...draft, scoreWeight: Number(weight) })),
      words: say(
        `With ${weight} points for “${name}”`,
        `Mit ${weight} Punkten für „${name}“`,
        `Avec ${weight} points pour « ${name} »`,
        `Con ${weight} puntos para «${name}»`,
      ),
    };
  }
  if (/\b(?:(?:turn|switch)(?:ed)?\b.* on|activated?|enabled?)\b/u.test(text)) {
    return {
      question: drafts((draft) => ({ ...draft, isActive: true })),
      words: say(`With “${name}” on`, `Mit der Regel „${name}“`, `Avec « ${name} » active`, `Con «${name}» activa`),
    };
  }
  return {
    question: drafts(() => null),
    words: say(`Without “${name}”`, `Ohne die Regel „${name}“`, `Sans « ${name} »`, `Sin «${name}»`),
  };
}

/** With a new rule for a word, with the points that it says or the usual ones. */
function changeWith(text: string, question: string, rules: readonly RuleRecord[], say: Asking["say"]): Change | null {
  const said =
    keywordSaid(question) ||
    (/ (?:for|on|about|like|für|auf|zu|pour|sur|para|sobre) ([\p{L}\p{N}-]+)(?= |[?.!]*$)/iu.exec(question)?.[1] ?? "");
  const bare = text.replaceAll(/["“„«][^”"“»]*[”"“»]/gu, " ");
  const scoreWeight = Number(NUMBER.exec(bare)?.[0] ?? DEFAULT_RULE.scoreWeight);
  if (said === "" || said.length > LIMITS.rule.keywordLength || scoreWeight === 0) return null;
  const own = rules.find(({ keywords }) => keywords.some((one) => plainWord(one) === plainWord(said)));
  const words = say(
    `With ${scoreWeight} points for “${said}” in a new rule`,
    `Mit ${scoreWeight} Punkten für „${said}“ in einer neuen Regel`,
    `Avec ${scoreWeight} points pour « ${said} » dans une nouvelle règle`,
    `Con ${scoreWeight} puntos para «${said}» en una regla nueva`,
  );
  const also = say(
    `“${own?.name}” has that word already. `,
    `„${own?.name}“ hat das Wort schon. `,
    `« ${own?.name} » a déjà ce mot. `,
    `«${own?.name}» ya tiene esa palabra. `,
  );
  return {
    question: {
      rules: [
        ...rules.map(({ createdAt: _createdAt, ...draft }) => draft),
        { ...DEFAULT_RULE, name: said, keywords: [said], scoreWeight },
      ],
    },
    words: own === undefined ? words : `${also}${words}`,
  };
}

/** Without a keyword, in all rules that have it; a rule without any other keyword goes with it. */
function changeWithout(said: string, rules: readonly RuleRecord[], say: Asking["say"]): Change | null {
  const isIt = (keyword: string): boolean => plainWord(keyword) === plainWord(said);
  const keyword = rules.flatMap(({ keywords }) => keywords).find(isIt);
  if (keyword === undefined) return null;
  return {
    question: {
      rules: rules.flatMap(({ createdAt: _createdAt, ...draft }) => {
        const keywords = draft.keywords.filter((one) => !isIt(one));
        return keywords.length === 0 && draft.keywords.length > 0 ? [] : [{ ...draft, keywords }];
      }),
    },
    words: say(
      `Without the keyword “${keyword}”`,
      `Ohne das Stichwort „${keyword}“`,
      `Sans le mot-clé « ${keyword} »`,
      `Sin la palabra clave «${keyword}»`,
    ),
  };
}

/** "Would Ann still qualify with a threshold of 60?" */
function ofLead(
  { say }: Asking,
  { id, name, score, status, statusSetBy }: StoredLead,
  { words, threshold }: { words: string; threshold: number },
  { changed, leads }: WhatIfResult,
): ReturnType<typeof fromData> {
  const link = leadLink(id, name);
  const change = leads.find((one) => one.id === id);
  if (change === undefined && changed > leads.length) {
    return {
      ...fromData(`${words}, ${numberWords(changed)} leads change, too many to look up ${name}.`, [link, RULES]),
      from: "none",
    };
  }
  const after = change?.scoreAfter ?? score;
  const qualifies = after >= threshold;
  const figures = say(
    `${words}, ${name} would have a score of ${after}${after === score ? ", as now" : ` instead of ${score}`}, and ${qualifies ? "reach" : "not reach"} the threshold of ${threshold}.`,
    `${words} hätte ${name} ${after} Punkte und würde den Schwellenwert von ${threshold} ${qualifies ? "erreichen" : "nicht erreichen"}.`,
    `${words}, ${name} aurait un score de ${after} et ${qualifies ? "atteindrait" : "n'atteindrait pas"} le seuil de ${threshold}.`,
    `${words}, ${name} tendría ${after} puntos y ${qualifies ? "alcanzaría" : "no alcanzaría"} el umbral de ${threshold}.`,
  );
  const kept = statusSetBy === "person" ? `It ${statusWords(status, statusSetBy)} and keeps that status.` : "";
  const nothing = say(
    sentences(kept, "Nothing was changed."),
    "Es wurde nichts geändert.",
    "Rien n'a été modifié.",
    "No se ha cambiado nada.",
  );
  return fromData(sentences(figures, nothing), [link]);
}

function answerOf(
  { language, say }: Asking,
  { question, words }: Change,
  { changed, nowQualified, noLongerQualified, leads, total }: WhatIfResult,
  qualified: number,
): ReturnType<typeof fromData> {
  const n = (count: number): string => numberWords(count, language);
  const after = qualified + nowQualified - noLongerQualified;
  const moved = leads.filter(({ statusBefore, statusAfter }) => statusBefore !== statusAfter).slice(0, SHOWN);
  const changes =
    statusChanges({ language, say }, nowQualified, noLongerQualified) ??
    say("no statuses change", "kein Status ändert sich", "aucun statut ne change", "no cambia ningún estado");
  const text = sentences(
    `${words}${say(", ", ": ", " : ", ": ")}${changes}.`,
    nowQualified + noLongerQualified === 0
      ? ""
      : say(
          `That makes ${n(after)} qualified instead of ${n(qualified)}.`,
          `Das sind ${n(after)} qualifizierte statt ${n(qualified)}.`,
          `Cela fait ${n(after)} qualifiés au lieu de ${n(qualified)}.`,
          `Son ${n(after)} calificados en vez de ${n(qualified)}.`,
        ),
    // Scores don't depend on the threshold, but those that fade changed since they were stored.
    question.threshold === undefined
      ? say(
          `${n(changed)} of ${counted(total, "score")} ${changed === 1 ? "changes" : "change"}.`,
          `Geänderte Punktzahlen: ${n(changed)} von ${n(total)}.`,
          `Scores modifiés : ${n(changed)} sur ${n(total)}.`,
          `Puntuaciones que cambian: ${n(changed)} de ${n(total)}.`,
        )
      : "",
    say(
      "Leads your team decided on keep their status.",
      "Von Personen entschiedene Leads behalten ihren Status.",
      "Les prospects décidés par une personne gardent leur statut.",
      "Los leads decididos por una persona conservan su estado.",
    ),
  );
  return {
    ...fromData(text, [
      ...moved.map(({ id, name }) => leadLink(id, name)),
      question.threshold === undefined ? RULES : CONFIGURATION,
    ]),
    leads: moved.map(({ id, name, company, scoreAfter, statusAfter }) => ({
      id,
      name,
      company,
      score: scoreAfter,
      status: statusAfter,
    })),
  };
}

/** "3 more leads qualify and 1 lead no longer qualifies"; null if none does. */
export function statusChanges(
  { language, say }: Pick<Asking, "language" | "say">,
  more: number,
  less: number,
): string | null {
  const n = (count: number): string => numberWords(count, language);
  const parts = [
    more > 0 &&
      say(
        `${n(more)} more ${more === 1 ? "lead qualifies" : "leads qualify"}`,
        `${n(more)} ${more === 1 ? "Lead wird" : "Leads werden"} zusätzlich qualifiziert`,
        `${n(more)} ${more === 1 ? "prospect de plus est qualifié" : "prospects de plus sont qualifiés"}`,
        `${n(more)} ${more === 1 ? "lead más se califica" : "leads más se califican"}`,
      ),
    less > 0 &&
      say(
        `${n(less)} ${less === 1 ? "lead no longer qualifies" : "leads no longer qualify"}`,
        `${n(less)} ${less === 1 ? "Lead ist" : "Leads sind"} nicht mehr qualifiziert`,
        `${n(less)} ${less === 1 ? "prospect n'est plus qualifié" : "prospects ne sont plus qualifiés"}`,
        `${n(less)} ${less === 1 ? "lead deja de estar calificado" : "leads dejan de estar calificados"}`,
      ),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : listed(parts, language);
}
