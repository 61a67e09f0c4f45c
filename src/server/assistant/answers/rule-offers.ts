import type { ChatReply } from "#shared/contract/chat.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { offered, type Asking } from "#server/assistant/answers/answer.ts";
import { ruleNamed } from "#server/assistant/answers/rules.ts";
import { whatIf } from "#server/assistant/answers/what-if.ts";
import { quoted } from "#server/assistant/words/say.ts";

const { max } = LIMITS.rule.weight;

/** "Set the threshold to 65": what it changes, and where to do it. */
export async function offerThreshold(asking: Asking): Promise<ChatReply | null> {
  const { who: _who, ...meaning } = asking.meaning;
  const effect = await whatIf({ ...asking, meaning });
  if (effect === null) return null;
  const where = asking.say(
    "I can't change the threshold, but you can, under Configuration.",
    "Den Schwellenwert kann ich nicht ändern, Sie aber schon: unter Configuration.",
    "Je ne peux pas changer le seuil, mais vous oui, dans Configuration.",
    "No puedo cambiar el umbral, pero usted sí, en Configuration.",
  );
  return { ...effect, reply: `${where} ${effect.reply}` };
}

/** A new rule for a keyword, or an existing one switched on or off or with another weight. */
export async function offerRule(asking: Asking): Promise<ChatReply | null> {
  const { store, meaning, say } = asking;
  const { text, question } = meaning.wording;
  const link = { label: "Rules & Keywords", href: "/rules" };
  const isOff = /\b(?:off|pause|disable|deactivate|delete|remove|drop)\b/u.test(text);
  const known = ruleNamed(await store.rules.list(), question);
  if (isOff || /\b(?:turn|switch|put)\b.* on\b|\b(?:re)?(?:enable|activate)\b/u.test(text)) {
    if (known === undefined) return null;
    const label = isOff
      ? say(
          `Turn off “${known.name}”`,
          `„${known.name}“ ausschalten`,
          `Désactiver « ${known.name} »`,
          `Desactivar «${known.name}»`,
        )
      : say(
          `Turn on “${known.name}”`,
          `„${known.name}“ einschalten`,
          `Activer « ${known.name} »`,
          `Activar «${known.name}»`,
        );
    return offered(
      asking,
      say(
        "All leads are rescored.",
        "Alle Leads werden neu bewertet.",
        "Tous les prospects sont réévalués.",
        "Se vuelven a puntuar todos los leads.",
      ),
      { kind: "rule_switch", label, ruleId: known.id, isActive: !isOff },
      [link],
    );
  }
  const numbers = text.replace(/\b(?:instead of|rather than|from) -?\d{1,3}\b/u, "").match(/-?\b\d{1,3}\b/gu);
  const number = Number(numbers?.at(-1) ?? 0);
  if (known !== undefined && number !== 0 && !/\b(?:create|add|new)\b/u.test(text)) {
    return Math.abs(number) > max ? null : offeredWeight(asking, known, number);
  }
  if (!/\b(?:create|add|make|new|want|need)\b/u.test(text)) return null;
  const points = /-?\b\d{1,3}\b/u.exec(text)?.[0];
  const asksMinus = /\b(?:subtract\w*|minus|negative|deduct\w*|penali\w+)\b/u.test(text);
  const size = points === undefined ? DEFAULT_RULE.scoreWeight : Number(points);
  const weight = asksMinus ? -Math.abs(size) : size;
  const keywords = keywordsIn(question);
  const [first] = keywords;
  if (first === undefined || keywords.length > LIMITS.rule.keywordsPerRule || weight === 0 || Math.abs(weight) > max)
    return null;
  if (keywords.some(({ length }) => length > LIMITS.rule.keywordLength)) return null;
  const name = first;
  const field = /\b(?:title|company|industry|notes)\b(?=(?: \w+)? (?:contains?|has|is|with|mentions?|says))/u.exec(
    text,
  )?.[0];
  const rule = { ...DEFAULT_RULE, name, keywords, scoreWeight: weight, fields: field === undefined ? [] : [field] };
  const [where, wo, ou, en] =
    field === undefined
      ? [" anywhere in a lead", "", "", ""]
      : [` in the ${field}`, ` (nur ${field})`, ` (seulement ${field})`, ` (solo ${field})`];
  const found = keywords.map((one) => quoted(one, say)).join(", ");
  return offered(
    asking,
    say(
      `A new rule “${name}” gives ${weight} points for ${keywords.length === 1 ? "the keyword" : "each of the keywords"} ${found}${where}.`,
      `Eine neue Regel „${name}“ gibt ${weight} Punkte je Stichwort: ${found}${wo}.`,
      `Une nouvelle règle « ${name} » donne ${weight} points par mot-clé : ${found}${ou}.`,
      `Una regla nueva «${name}» da ${weight} puntos por cada palabra clave: ${found}${en}.`,
    ),
    {
      kind: "rule",
      label: say(
        `Create the rule “${name}” with ${weight} points`,
        `Regel „${name}“ mit ${weight} Punkten anlegen`,
        `Créer la règle « ${name} » (${weight} points)`,
        `Crear la regla «${name}» con ${weight} puntos`,
      ),
      rule,
    },
    [link],
  );
}

/** "Change the weight of In a hurry to 20." */
function offeredWeight(asking: Asking, { id, name, scoreWeight }: RuleRecord, weight: number): ChatReply {
  const { say } = asking;
  return offered(
    asking,
    say(
      `“${name}” gives ${scoreWeight} points now. All leads are rescored.`,
      `„${name}“ gibt derzeit ${scoreWeight} Punkte. Alle Leads werden neu bewertet.`,
      `« ${name} » donne ${scoreWeight} points. Tous les prospects sont réévalués.`,
      `«${name}» da ahora ${scoreWeight} puntos. Se vuelven a puntuar todos los leads.`,
    ),
    {
      kind: "rule_weight",
      label: say(
        `Set “${name}” to ${weight} points`,
        `„${name}“ auf ${weight} Punkte setzen`,
        `Fixer « ${name} » à ${weight} points`,
        `Fijar «${name}» en ${weight} puntos`,
      ),
      ruleId: id,
      scoreWeight: weight,
    },
    [{ label: "Rules & Keywords", href: "/rules" }],
  );
}

/** What a rule should look for: quoted, or what follows "for" or "the keyword". */
function keywordsIn(question: string): string[] {
  // An apostrophe inside a word is no quote.
  const inQuotes = question.matchAll(/(?<![\p{L}\p{N}])[“"„«'‘]\s*([^”"“»'’]+?)\s*[”"“»'’](?![\p{L}\p{N}])/gu);
  const all = [...new Set(inQuotes.map(([, keyword = ""]) => keyword))];
  if (all.length > 0) return all;
  const after =
    /\b(?:mention(?:s|ing|ed)?|contain(?:s|ing)?|says?|erwähnt|mentionne|menciona)\s+(.+)$/iu.exec(question)?.[1] ??
    /\b(?:keywords?|for|für|pour|para|Stichwort|mot-clé|palabra clave)\s+(?:the (?:key)?words? |the )?(.+)$/iu.exec(
      question,
    )?.[1] ??
    "";
  return after
    .replace(/\b(?:the )?keywords?\b/iu, "")
    .replace(/,?\s+(?:with|worth|that|giving|minus|plus|mit|avec|con|-?\d+ (?:points?|Punkte|puntos))\b.*$/iu, "")
    .replace(/[.!?]+$/u, "")
    .split(/\s*,\s*(?:and |or )?|\s+(?:and|or|und|oder|et|ou|y|o)\s+/iu)
    .map((keyword) => keyword.trim())
    .filter(Boolean);
}
