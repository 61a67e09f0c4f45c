import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import type { RawLead, ReadMethod } from "#shared/raw-lead.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { WORDINGS } from "#server/features/follow-ups/wording.ts";

/** What a lead answered to our questions, as written. */
export interface Answer {
  fields: Pick<RawLead["fields"], "phone" | "company" | "title" | "scrapeUrl">;
  methods: NonNullable<RawLead["methods"]>;
  /** The stated need; empty if the fields already say everything. */
  need: string;
}

const LABELLED = /^[\s>*•-]{0,4}([^:：\d]{2,40})[:：]\s*(\S.{0,199})$/u;
const SHORT_ANSWER = 100;
const LEAST_WORDS = 3;
const STOP_READ = 600;
/** "Stop" on its own line, with at most a please or a full stop. */
const STOP_LINE =
  /^\s*(?:please |bitte |s'il vous plaît |por favor )?(?:stop|stopp|unsubscribe|remove|opt[ -]?out|abmelden|abbestellen|basta|baja|désabonnement|désinscription|désabonnez-moi|stop pub|uitschrijven|afmelden)(?: please| bitte| it| now)?\s*[.!]*\s*$/imu;
const STOP_SENTENCES = [
  "please (?:stop|unsubscribe)|stop (?:sending|writing|contacting|mailing|emailing)|unsubscribe (?:me|us)",
  "opt (?:me|us) out|(?:remove|delete|erase) (?:me|us|(?:my|our) (?:e-?mail|address|data|details|contact|name))",
  "take (?:me|us) off (?:of )?(?:your|the|this|that|any|all)|no (?:more|further) (?:e-?mails?|mails?|messages)",
  "(?:do not|don['’]t|dont) (?:contact|write|e-?mail|mail|message) (?:me|us)",
  "(?:do not|don['’]t|dont|no longer) (?:want|wish)(?: to (?:receive|get))?(?: \\p{L}+){0,2} (?:e-?mails?|messages)",
  "(?:do not|don['’]t|dont|no longer) (?:want|wish) to be contacted",
  // German
  "(?:nicht mehr|nie wieder) (?:an(?:schreiben|mailen)|kontaktieren|schreiben|kontaktiert|angeschrieben)",
  "(?:schreib\\p{L}*|kontaktier\\p{L}*|mail\\p{L}*)(?: sie| ihr)? (?:mir|mich|uns) (?:nicht mehr|nie wieder)",
  "keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten) mehr|keine weiteren (?:e-?mails?|mails?|nachrichten)",
  "(?:lösch|entfern|streich|nehm|nimm)\\p{L}*(?: sie)?(?: bitte)? (?:(?:mich|uns) (?:bitte )?(?:aus|von)|(?:meine|unsere) (?:e-?mail|adress|daten|kontaktd))",
  "hör\\p{L}* sie auf",
  // French
  "ne (?:m['’]|me |nous )(?:écrivez|contactez|envoyez) plus|arrêtez de|désabonnez|désinscrivez|(?:retirez|supprimez)-(?:moi|nous)",
  "ne plus (?:m['’]|me |nous )(?:contacter|écrire|envoyer|solliciter)|(?:me|nous) (?:retirer|désinscrire|désabonner)",
  "supprime[rz] (?:mon|mes|notre|nos) (?:adresse|données|coordonnées|e-?mail|mail)",
  "(?:souhait\\p{L}+|veux|voulons|désir\\p{L}+) plus (?:recevoir|être contacté)",
  // Spanish
  "no (?:me|nos) (?:escrib|contact)\\p{L}*|no (?:me|nos) (?:env|mand)\\p{L}+ (?:más|mas)|dejen? de (?:escribir|contactar|enviar)",
  "no (?:quier|quer|dese)\\p{L}+ (?:recibir )?(?:más|mas) (?:e-?mails?|correos|mensajes)|(?:denme|darme|darnos) de baja",
  "(?:elim[ií]n|b[oó]rr|qu[ií]t)\\p{L}*(?:me|nos) de|(?:elimin|borr)\\p{L}+ (?:mis|nuestros) datos",
];
const STOP_SENTENCE = new RegExp(`(?<!\\p{L})(?:${STOP_SENTENCES.join("|")})`, "iu");
/** Where our own last line begins, with the unsubscribe text: some mail programs quote it without a mark. */
const OUR_LAST_LINE = new RegExp(
  Object.values(WORDINGS)
    .map(({ optOut }) =>
      optOut(null)
        .split(",", 1)[0]
        ?.replaceAll(" ", String.raw`[\s>]+`),
    )
    .join("|"),
  "iu",
);
/** Short replies that aren't names. */
const NO_NAME =
  /^(?:no|nope|none|not|never|yes|ok|okay|private(?:ly)?|myself|nein|nicht|kein\p{L}*|ja|privat|non|oui|aucun\p{L}*|particulier|sí|ningun\p{L}*|particular)(?!\p{L})/iu;
/** Phrases that people put around an answer. */
const COURTESY =
  /\b(?:hi|hello|hey|dear|thanks?|thank you|regards|best|cheers|kind|guten tag|hallo|danke|vielen|grüße|gruß|viele|bonjour|merci|cordialement|hola|gracias|saludos|sure|here (?:it )?is|here you (?:go|are)|my|our|the|number|phone|mobile|is|are|company|we|i|am|at|from|work|for|meine|unsere|nummer|telefon|firma|lautet|ist|mon|notre|numéro|téléphone|est|mi|nuestro|número|teléfono|es|you|can|reach|call|me|us|on)\b/giu;

/**
 * Reads a lead's answer from the unquoted text of its reply and the analysis. A short line that is the whole reply
 * answers the only question; a line such as "Company: Acme" names its field.
 */
export function readAnswer(
  kept: Pick<StoredAnalysis, "text" | "phone" | "company" | "title" | "website" | "methods">,
  asked: readonly MissingInfo[],
): Answer {
  const { text, methods: found = {} } = kept;
  const labeled = labeledIn(text);
  const fields: Answer["fields"] = {};
  const methods: Answer["methods"] = {};
  const put = (field: keyof Answer["fields"], value: string | undefined, method: ReadMethod): void => {
    if (value === undefined || value.trim() === "" || fields[field] !== undefined) return;
    fields[field] = value.trim();
    methods[field] = method;
  };
  const inText = (field: "phone" | "company" | "title" | "scrapeUrl"): ReadMethod =>
    found[field] === undefined || found[field] === "text" ? "answer" : found[field];
  put("phone", labeled.phone, "answer");
  put("phone", kept.phone, inText("phone"));
  if (asked.includes("phone")) put("phone", barePhone(text), "answer");
  put("company", labeled.company, "answer");
  if (asked.length === 1 && asked[0] === "company") put("company", bareLine(text), "answer");
  put("company", kept.company, inText("company"));
  put("title", kept.title, inText("title"));
  put("scrapeUrl", kept.website, inText("scrapeUrl"));
  return { fields, methods, need: saysMore(text, fields) ? text.trim() : "" };
}

/** Whether a reply asks to unsubscribe. */
export function wantsStop(text: string): boolean {
  const [beginning = ""] = text.slice(0, STOP_READ).split(OUR_LAST_LINE, 1);
  return STOP_LINE.test(beginning) || STOP_SENTENCE.test(beginning);
}

function labeledIn(text: string): { phone?: string; company?: string } {
  const fields: { phone?: string; company?: string } = {};
  for (const line of text.slice(0, 6_000).split(/\r?\n/u)) {
    const [, label = "", value = ""] = LABELLED.exec(line) ?? [];
    const role = label === "" ? undefined : roleOfHeader(label)?.role;
    if (role === "phone") fields.phone ??= findPhones(value).find(({ kind }) => kind !== "fax")?.written ?? "";
    if (role === "company") fields.company ??= value;
  }
  return fields;
}

/** The reply, if it is one short line that asks nothing back. */
function bareLine(text: string): string | undefined {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const [line = ""] = lines;
  if (lines.length !== 1 || line.length > SHORT_ANSWER || line.includes("?") || wantsStop(text)) return undefined;
  const bare = line.trim().replace(/[.!]+$/u, "");
  if (NO_NAME.test(bare)) return undefined;
  return /\p{L}/u.test(bare) && findPhones(bare).length === 0 && bare.split(/\s+/u).length <= 6 ? bare : undefined;
}

/** A number on its own line is taken as a phone number, even if nothing else indicates that. */
function barePhone(text: string): string | undefined {
  return text.split(/\r?\n/u).find((line) => {
    const digits = line.replaceAll(/\D/gu, "");
    return /^[\s+()\d./-]{6,30}$/u.test(line) && digits.length >= 6 && digits.length <= 15;
  });
}

/** Whether it says more than the fields and a courtesy. */
function saysMore(text: string, fields: Answer["fields"]): boolean {
  let rest = text.slice(0, 6_000);
  for (const value of Object.values(fields)) rest = rest.replaceAll(value, " ");
  const words = rest.replaceAll(COURTESY, " ").match(/\p{L}{2,}/gu) ?? [];
  return words.length >= LEAST_WORDS;
}
