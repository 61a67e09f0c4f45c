import { DEFAULT_RULE, type NewRule, type RuleUpdate } from "#shared/contract/rule.ts";
import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import { counted } from "#shared/counted.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { versionOf } from "#server/features/journal/act.ts";
import { fromData, offered, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { ruleMeant, ruleNamed } from "#server/assistant/answers/rules.ts";
import { statusChanges } from "#server/assistant/answers/what-if.ts";
import { offerSwitchOfAll, switchLabel } from "#server/assistant/offers/rule-switches.ts";
import { plainWord, type Wording } from "#server/assistant/understanding/words.ts";
import { listed } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";

const { weight: WEIGHT, keywordsPerRule, keywordLength, nameLength } = LIMITS.rule;
const LINK = { label: "Rules & Keywords", href: "/rules" };
const SHOWN = 5;

/** A new rule, or a change of the one that a request names, with its effect on the leads. */
export const offerRule: Answering = async (asking) => {
  const rules = await asking.store.rules.list();
  const { wording, before } = asking.meaning;
  if (/\b(?:all|every|any)\b.*\brules?\b/u.test(wording.text)) return offerSwitchOfAll(asking, rules);
  const [renamed] = /\brename\b/u.test(wording.text) ? inQuotes(wording.question) : [];
  if (renamed !== undefined && inQuotes(wording.question).length > 1 && ruleNamed(rules, renamed) === undefined)
    return noRuleNamed(asking, renamed, rules);
  const named = (said: Wording): RuleRecord | undefined =>
    ruleMeant(rules, `${wordsWithFields(said)} . ${said.question}`);
  // "And add the keyword asap", "turn it back on"
  const ofBefore = before?.intent === "act" && !/\brule \w/u.test(wording.text) ? before.wording : undefined;
  const isMore = /^add\b/u.test(wording.text) && ofBefore !== undefined;
  const own = isNewRule(wording) || isMore ? undefined : named(wording);
  const known = isNewRule(wording) ? undefined : (own ?? (ofBefore && named(ofBefore)));
  return known === undefined ? offerNew(asking, rules) : offerChange(asking, rules, known);
};

function noRuleNamed({ say, language }: Asking, name: string, rules: readonly RuleRecord[]): ChatReply {
  const known = listed(
    rules.map((rule) => quoted(rule.name, say)),
    language,
  );
  const said = quoted(name, say);
  return fromData(
    say(
      `There's no rule named ${said}. Your rules: ${known}.`,
      `Eine Regel namens ${said} gibt es nicht. Vorhanden: ${known}.`,
      `Aucune règle ne s'appelle ${said}. Existantes : ${known}.`,
      `No hay ninguna regla llamada ${said}. Existentes: ${known}.`,
    ),
    [LINK],
  );
}

/** "Make a rule for pricing", rather than "add pricing to the rule". */
function isNewRule({ text }: Wording): boolean {
  return (
    /\b(?:new|create|make|want|need) (?:.* )?rule\b|\badd (?:an? |the )?(?:new )?rule\b/u.test(text) &&
    !/\bto (?:the |an? )?(?:\w+ )?rule\b|^make (?:the|our|my) /u.test(text)
  );
}

/** Its words in English, with the names of custom fields, which rules may have, too. */
function wordsWithFields({ words }: Wording): string {
  return words.map(({ meant, field }) => field?.name ?? meant).join(" ");
}

async function offerChange(asking: Asking, rules: readonly RuleRecord[], rule: RuleRecord): ReturnType<Answering> {
  const { meaning, language, say } = asking;
  const found = changeOf(rule, meaning.wording.text, meaning.wording.question);
  if (found === null) return null;
  // Keywords replace the stored ones, which someone may change before the button is pressed.
  const change = found.words === undefined ? found.change : { ...found.change, version: versionOf("rule", rule) };
  const name = quoted(rule.name, say);
  const words = listed(
    (found.words ?? []).map((one) => quoted(one, say)),
    language,
  );
  const { scoreWeight, isActive } = change;
  const label =
    isActive !== undefined
      ? switchLabel(name, isActive, say)
      : scoreWeight !== undefined
        ? say(
            `Set ${name} to ${scoreWeight} points`,
            `${name} auf ${scoreWeight} Punkte setzen`,
            `Fixer ${name} à ${scoreWeight} points`,
            `Fijar ${name} en ${scoreWeight} puntos`,
          )
        : change.name !== undefined
          ? say(
              `Rename ${name} to ${quoted(change.name, say)}`,
              `${name} in ${quoted(change.name, say)} umbenennen`,
              `Renommer ${name} en ${quoted(change.name, say)}`,
              `Renombrar ${name} a ${quoted(change.name, say)}`,
            )
          : found.isLess === true
            ? say(
                `Remove ${words} from ${name}`,
                `${words} aus ${name} entfernen`,
                `Retirer ${words} de ${name}`,
                `Quitar ${words} de ${name}`,
              )
            : say(
                `Add ${words} to ${name}`,
                `${words} zu ${name} hinzufügen`,
                `Ajouter ${words} à ${name}`,
                `Añadir ${words} a ${name}`,
              );
  const now = say(
    `${name} gives ${rule.scoreWeight} points now${rule.isActive ? "" : " and is off"}.`,
    `${name} gibt ${rule.scoreWeight} Punkte${rule.isActive ? "" : " und ist aus"}.`,
    `${name} donne ${rule.scoreWeight} points${rule.isActive ? "" : " et est désactivée"}.`,
    `${name} da ${rule.scoreWeight} puntos${rule.isActive ? "" : " y está desactivada"}.`,
  );
  const isDeleted = isActive === false && /\b(?:delete|remove|drop)\b/u.test(meaning.wording.text);
  const instead = isDeleted
    ? say(
        " I can turn it off; it can be deleted under Rules & Keywords.",
        " Ich kann sie ausschalten; löschen lässt sie sich unter Rules & Keywords.",
        " Je peux la désactiver ; elle se supprime dans Rules & Keywords.",
        " Puedo desactivarla; se elimina en Rules & Keywords.",
      )
    : "";
  const drafts = rules.map(({ createdAt: _createdAt, ...draft }) =>
    draft.id === rule.id ? { ...draft, ...definedFields(found.change) } : draft,
  );
  return withEffect(asking, `${now}${instead}`, { kind: "rule_change", label, id: rule.id, change }, drafts);
}

/** What a request changes about a rule; null if it doesn't say. */
function changeOf(
  { name: known, keywords, scoreWeight }: RuleRecord,
  text: string,
  question: string,
): { change: Omit<RuleUpdate, "version">; words?: string[]; isLess?: boolean } | null {
  if (/\brename\b/u.test(text)) {
    const name =
      inQuotes(question).at(-1) ??
      / (?:to|into|as|in|en|à|a) ([^"”“»]+?)(?: um)?[.!?]*$/iu.exec(afterName(question, known))?.[1];
    return name === undefined || name.length > nameLength ? null : { change: { name } };
  }
  const words =
    /\b(?:key)?words?\b|\bterms?\b/u.test(text) || inQuotes(question).length > 0 ? keywordsIn(question) : [];
  if (/\badd\b/u.test(text) && words.length > 0) {
    const present = new Set(keywords.map(plainWord));
    const added = words.filter((word) => !present.has(plainWord(word)));
    const all = [...keywords, ...added];
    return added.length === 0 || all.length > keywordsPerRule ? null : { change: { keywords: all }, words: added };
  }
  if (/\b(?:remove|delete|take)\b/u.test(text) && words.length > 0) {
    const gone = new Set(words.map(plainWord));
    const left = keywords.filter((word) => !gone.has(plainWord(word)));
    if (left.length > 0 && left.length < keywords.length) return { change: { keywords: left }, words, isLess: true };
  }
  if (/\b(?:off|pause|disable|deactivate|delete|remove|drop)\b/u.test(text)) return { change: { isActive: false } };
  if (/\b(?:turn|switch|put)\b.* on\b|\b(?:re)?(?:enable|activate)\b|\bresume\b/u.test(text))
    return { change: { isActive: true } };
  const factor = /\bdouble\b/u.test(text) ? 2 : /\bhalve\b/u.test(text) ? 0.5 : null;
  if (factor !== null) return { change: { scoreWeight: Math.round(Math.min(WEIGHT.max, scoreWeight * factor)) } };
  const by = RELATIVE.exec(text)?.slice(1).find(Boolean);
  if (by !== undefined) {
    const sum = scoreWeight + Number(by) * (LESS.test(text) ? -1 : 1);
    return { change: { scoreWeight: Math.max(-WEIGHT.max, Math.min(WEIGHT.max, sum)) } };
  }
  const number = pointsIn(text.replace(/\b(?:instead of|rather than|from) -?\d{1,3}\b/u, ""), question)?.at(-1);
  return number === undefined ? null : { change: { scoreWeight: number } };
}

/** "By 10", "5 points more" */
const RELATIVE =
  /\bby (\d{1,3})\b|\b(\d{1,3}) (?:points? )?(?:more|less|fewer|extra)\b|\b(?:more|less|fewer|another|extra) (\d{1,3})\b|\badd (\d{1,3}) points?\b/u;
const LESS = /\b(?:less|fewer|lower|reduce|decrease|minus|subtract|take)\b/u;

/** What follows the name of a rule. */
function afterName(question: string, name: string): string {
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  return at === -1 ? question : question.slice(at + name.length);
}

/** The points that a request says, negative if it subtracts them; undefined if there are none that a rule can give. */
function pointsIn(text: string, question: string): number[] | undefined {
  const bare = text.replaceAll(/["“„«][^”"“»]*[”"“»]/gu, " ");
  const isMinus =
    /\b(?:subtract\w*|minus|negative|deduct\w*|penali\w+)\b/u.test(text) || /(?<!\S)[-–−]\d/u.test(question);
  const found = bare
    .match(/\b(?:\d{1,3}|\d+(?= (?:points?|punkte|puntos)))\b/gu)
    ?.map((n) => (isMinus ? -1 : 1) * Number(n));
  // The number may have been read with a custom field: "budget, 20 points".
  const said =
    found ??
    plainWord(question)
      .match(/[-–−]?\b\d{1,3}(?= ?(?:points?|punkte?|puntos?|pts)\b)/gu)
      ?.map(Number);
  return said?.filter((n) => n !== 0 && Math.abs(n) <= WEIGHT.max);
}

const FIELDS = [
  ["notes", "(?:notes?|messages?|nachricht(?:en)?|notizen?|mensajes?|notas?)"],
  ["title", "(?:(?:job )?titles?|titel|titre|titulo|position|puesto|poste)"],
  ["company", "(?:company|firma|entreprise|empresa)"],
  ["industry", "(?:industry|branche|secteur|sector)"],
] as const;

/** Where a new rule looks: "in the notes", "if the title contains"; everywhere if a request doesn't say. */
function fieldsIn(question: string): NewRule["fields"] {
  const said = plainWord(question);
  return FIELDS.flatMap(([field, words]) =>
    new RegExp(
      String.raw`\b(?:in|im|dans|en)(?: (?:the|their|der|den|die|le|la|les|el|los|las|lead'?s?))* ${words}\b|\b${words}(?: \w+)? (?:contains?|has|is|with|mentions?|says|enthalt|contient|contiene)\b`,
      "u",
    ).test(said)
      ? [field]
      : [],
  );
}

async function offerNew(asking: Asking, rules: readonly RuleRecord[]): ReturnType<Answering> {
  const { meaning, language, say } = asking;
  const { text, question } = meaning.wording;
  if (!/\b(?:create|add|make|new|want|need|give)\b/u.test(text)) return null;
  // "Create it with 25", after "would a rule for “enterprise” help?"
  const { previous } = meaning;
  const ofBefore = /^\w+ (?:it|that|one|the rule)\b/u.test(text) && /\brule\b/u.test(previous?.wording.text ?? "");
  const keywords = ofBefore ? inQuotes(previous?.wording.question ?? "") : keywordsIn(question);
  const [name] = keywords;
  const points = pointsIn(text, question);
  if (points?.length === 0 || name === undefined || keywords.length > keywordsPerRule) return null;
  if (keywords.some(({ length }) => length > keywordLength)) return null;
  const scoreWeight = points?.at(-1) ?? DEFAULT_RULE.scoreWeight;
  // "Either" gives the points once.
  const isOnce =
    keywords.length > 1 &&
    (/\b(?:or|once|either)\b/u.test(text) || /\b(?:einmal|une fois|una vez)\b/u.test(plainWord(question)));
  const counting = isOnce || /\bonce\b/u.test(text) ? "once" : DEFAULT_RULE.counting;
  const fields = fieldsIn(question);
  const rule: NewRule = { ...DEFAULT_RULE, name, keywords, scoreWeight, counting, fields };
  const found = keywords.map((one) => quoted(one, say)).join(", ");
  const [where, wo, ou, en] =
    fields.length === 0
      ? ["anywhere in a lead", "überall im Lead", "partout dans la fiche", "en cualquier campo"]
      : [
          `only in: ${listed(fields)}`,
          `nur in: ${listed(fields, language)}`,
          `seulement dans : ${listed(fields, language)}`,
          `solo en: ${listed(fields, language)}`,
        ];
  const [how, wie, comment, como] =
    counting === "once"
      ? ["once per lead", "einmal je Lead", "une fois par prospect", "una vez por lead"]
      : ["for each keyword", "je Stichwort", "par mot-clé", "por palabra clave"];
  return withEffect(
    asking,
    say(
      `A new rule gives ${scoreWeight} points ${how} for ${found}, ${where}.`,
      `Eine neue Regel gibt ${scoreWeight} Punkte ${wie}: ${found}, ${wo}.`,
      `Une nouvelle règle donne ${scoreWeight} points ${comment} : ${found}, ${ou}.`,
      `Una regla nueva da ${scoreWeight} puntos ${como}: ${found}, ${en}.`,
    ),
    {
      kind: "rule",
      label: say(
        `Create the rule “${name}” with ${scoreWeight} points`,
        `Regel „${name}“ mit ${scoreWeight} Punkten anlegen`,
        `Créer la règle « ${name} » (${scoreWeight} points)`,
        `Crear la regla «${name}» con ${scoreWeight} puntos`,
      ),
      rule,
    },
    [...rules.map(({ createdAt: _createdAt, ...draft }) => draft), rule],
  );
}

/** Matches nothing, but makes a dry run score all leads again. */
const NO_RULE = { ...DEFAULT_RULE, name: "–", keywords: ["qzxjvkw"] };

/** The offer, after what it would change: a dry run with the other rules. */
async function withEffect(
  asking: Asking,
  reply: string,
  action: ChatAction,
  rules: NonNullable<Parameters<Asking["whatIf"]["ask"]>[0]["rules"]>,
): Promise<ChatReply> {
  const { workspace, language, say } = asking;
  const known = (await asking.store.rules.list()).map(({ createdAt: _createdAt, ...draft }) => draft);
  const [now, then] = await Promise.all(
    [[...known, NO_RULE], rules].map((drafts) => asking.whatIf.ask({ rules: drafts }, workspace.stopping)),
  );
  if (now === undefined || then === undefined) return offered(asking, reply, action, [LINK]);
  // Points that fade change scores without the rule, too.
  const faded = new Map(now.leads.map(({ id, scoreAfter }) => [id, scoreAfter]));
  const leads = then.leads.filter(({ id, scoreAfter, scoreBefore }) => scoreAfter !== (faded.get(id) ?? scoreBefore));
  const changed = then.changed > then.leads.length ? then.changed : leads.length;
  const { nowQualified, noLongerQualified } = then;
  const turned = leads.filter(({ statusBefore, statusAfter }) => statusBefore !== statusAfter);
  const rest = turned.length - SHOWN;
  const names = listed(
    [
      ...turned.slice(0, SHOWN).map(({ name, company }) => name || company),
      ...(rest > 0 ? [say(`${rest} more`, `${rest} weitere`, `${rest} autres`, `${rest} más`)] : []),
    ],
    language,
  );
  const changes = statusChanges(asking, nowQualified, noLongerQualified);
  const statuses =
    changes === null
      ? say("no statuses do", "kein Status", "aucun statut", "ningún estado")
      : `${changes}${names === "" ? "" : `: ${names}`}`;
  const effect =
    changed === 0
      ? say(
          "No scores change.",
          "Keine Punktzahl ändert sich.",
          "Aucun score ne change.",
          "No cambia ninguna puntuación.",
        )
      : say(
          `${counted(changed, "score")} ${changed === 1 ? "changes" : "change"}; ${statuses}.`,
          `${changed} Punktzahlen ändern sich; ${statuses}.`,
          `${changed} scores changent ; ${statuses}.`,
          `Cambian ${changed} puntuaciones; ${statuses}.`,
        );
  return offered(asking, sentences(reply, effect), action, [LINK]);
}

// An apostrophe inside a word is no quote.
function inQuotes(question: string): string[] {
  const found = question.matchAll(/(?<![\p{L}\p{N}])[“"„«'‘]\s*([^”"“»'’]+?)\s*[”"“»'’](?![\p{L}\p{N}])/gu);
  // A comma separates keywords, as in the rule's form.
  return [...new Set([...found].flatMap(([, said = ""]) => said.split(/\s*,\s*/u)).filter(Boolean))];
}

const POINTS = /^(?:make it |it |for |für |pour |para )?[-–−]?\d{1,3}(?: ?(?:points?|punkte?|puntos?|pts))?$/iu;
/** What a rule looks for comes after the first of these. */
const AFTER = [
  /\b(?:mention(?:s|ing|ed)?|contain(?:s|ing)?|says?|erwähnt|mentionne|menciona)\s+(.+)$/iu,
  /\b(?:keywords?|words?|for|für|pour|para|Stichwort|Wort|Wörter|mots?(?:-clés?)?|palabras?(?: clave)?)\s+(?:the (?:key)?words? |the )?(.+)$/iu,
  /:\s*(.+)$/u,
  /\b(?:rule|Regel|règle|regla)\s+(.+)$/iu,
];

/** What a rule should look for: quoted, or what follows "for" or "the keyword". */
function keywordsIn(question: string): string[] {
  const all = inQuotes(question);
  if (all.length > 0) return all;
  const after = AFTER.map((pattern) => pattern.exec(question)?.[1] ?? "").find(Boolean) ?? "";
  return after
    .replace(/\b(?:the )?keywords?\b/iu, "")
    .replace(
      /,?\s+(?:with|worth|that|giving|minus|plus|mit|avec|con|-?\d+ (?:points?|Punkte|puntos)|(?:to|from|zu|zur|aus|à|de|a) (?:the |my |our |der |la |le )?(?:rule|Regel|règle|regla))\b.*?(?=,|$)/giu,
      "",
    )
    .replace(/[.!?]+$/u, "")
    .split(/\s*,\s*(?:and |or )?|\s+(?:and|or|und|oder|et|ou|y|o)\s+/iu)
    .map((keyword) => keyword.trim().replace(/\s+(?:too|as well|instead|auch|aussi|también)$/iu, ""))
    .filter((keyword) => keyword !== "" && !POINTS.test(keyword));
}
