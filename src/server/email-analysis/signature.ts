import { isRule, isSentFrom } from "#server/email-analysis/boilerplate.ts";
import { findEmailAddresses } from "#server/reading/email-text.ts";
import { fold } from "#server/reading/fold.ts";
import { readCompanyName } from "#server/reading/company-name.ts";
import { readJobTitle } from "#server/reading/job-title.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { findPhones } from "#server/reading/phone-text.ts";

/** A message in its two parts; the greeting at the end ("Best regards") belongs to neither. */
export interface SplitMessage {
  text: string[];
  signature: string[];
}

/** The longest signature looked for: notices below it were taken off before. */
const MAX_LINES = 20;
const MAX_WIDTH = 120;
/** Greetings at the end of letters, as the whole line; a comma and a few more words may follow. */
const CLOSING =
  /^[\s*_]{0,4}(?:(?:(?:(?:with )?(?:kind|kindest|best|warm|warmest|many)(?:est)? (?:regards|wishes|thanks)|regards|best|all the best|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|respectfully|cheers|thanks(?: (?:a lot|again|so much|in advance|and (?:kind |best )?regards))?|thank you(?: (?:very much|so much|again|in advance|and (?:kind |best )?regards))?|many thanks|thx|rgds|br|kr|cordially|looking forward(?: to (?:hearing from you|your (?:reply|answer|response|offer)))?|take care|greetings)|(?:(?:mit )?(?:freundlichen|besten|lieben|herzlichen|vielen|schönen|sonnigen)(?: und .{3,20})? (?:grüßen?|grüssen?|dank)|(?:mit )?freundlichem gruß|(?:viele|liebe|beste|schöne|herzliche) grüße?|(?:beste|schöne|freundliche|liebe) grüsse|gruß|grüße|mfg|lg|vg|hochachtungsvoll|danke(?: (?:im voraus|schön|und .{3,20}))?|besten dank(?: im voraus)?|vielen dank(?: im voraus| und .{3,30})?)|(?:(?:bien )?cordialement|sincères salutations|salutations(?: distinguées)?|bien à vous|meilleures salutations|merci(?: (?:d'avance|beaucoup|par avance))?|dans l'attente .{5,60}|veuillez (?:agréer|recevoir).{5,120}|je vous prie d'agréer.{5,120})|(?:(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|atte|un saludo|muchas gracias|gracias(?: de antemano)?|quedo (?:a la espera|atento|atenta).{0,60})|(?:cordiali saluti|distinti saluti|saluti|grazie(?: mille)?|in attesa .{5,60})|(?:atenciosamente|cumprimentos|com os melhores cumprimentos|obrigad[oa]|abraços|att)|(?:met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|groet(?:en|jes)?|mvg|alvast bedankt|hartelijk dank)|(?:med vänlig(?:a)? hälsning(?:ar)?|vänliga hälsningar|mvh|hälsningar|tack på förhand|med venlig hilsen|venlig hilsen|hilsen|vennlig hilsen|med vennlig hilsen|ystävällisin terveisin|terveisin|t:)|(?:z poważaniem|pozdrawiam(?: serdecznie)?|s pozdravem|s pozdravom|üdvözlettel|tisztelettel|cu stimă|lep pozdrav|srdačan pozdrav|saygılarımla|iyi çalışmalar|teşekkürler)|(?:с уважением|с наилучшими пожеланиями|спасибо|заранее спасибо|з повагою|дякую|поздрави|με εκτίμηση|φιλικά|ευχαριστώ)|此致|敬礼|祝好|谢谢|謝謝|顺祝商祺|よろしくお願い(?:いた|致)します|以上|敬具|감사합니다|مع (?:أطيب|خالص) التحيات|تحياتي|وتفضلوا.{0,60}|شكرا|בברכה|תודה))(?: (?:for|für|pour|por|per|voor|за) [^.!?]{3,40})?[\s,.!;:*_–—-]{0,6}(?:\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3})?[\s,.!*_]{0,4}$/iu;
const WEB = /(?:^|[\s(<|])(?:https?:\/\/|www\.)\S+|^[a-z\d-]{2,60}(?:\.[a-z]{2,12}){1,2}$/iu;
const LABELLED =
  /^[\s*]{0,3}(?:[tpmfewado]|tel|telefon|phone|mobile?|mob|cell|fax|web|www|e-?mail|mail|adresse?|address|skype|linkedin|twitter|whatsapp|direct|office|ust-?id(?:nr)?|vat|hrb?|siret|nif|cif|sitz|geschäftsführer|тел|моб|电话|邮箱|網址|電話)\.?\s?[:：]/iu;
const ADDRESS_LINE =
  /\b\d{4,6}\s\p{Lu}|\p{L}{3,}(?:stra(?:ß|ss)e|str\.|weg|platz|straat|gatan)\s?\d|^\d{1,5}\s\p{L}.{2,40}(?:st|street|road|rd|ave|avenue|lane|blvd|drive)\b|\b(?:rue|calle|via|avenida|p\.?o\.? box|postfach)\s/iu;

/**
 * Splits off the signature: behind "-- ", behind the greeting that ends a letter, or the last lines that are a name, a
 * title, a company, numbers and addresses. `sender` is the name in the header, which a one-line signature repeats.
 */
export function splitSignature(lines: readonly string[], sender: string): SplitMessage {
  const kept = trimmed(lines);
  const start = startByRule(kept) ?? startByClosing(kept) ?? startByShape(kept, sender);
  if (start === null) return { text: kept, signature: [] };
  return { text: trimmed(kept.slice(0, start.text)), signature: trimmed(kept.slice(start.signature)) };
}

interface Start {
  text: number;
  signature: number;
}

/** RFC 3676, section 4.3. Some programs drop the blank, some people draw a longer line. */
function startByRule(lines: readonly string[]): Start | null {
  const rule = lines.findLastIndex((line) => /^\s?(?:--|—|–|_{2,60}|-{2,60}|={3,60}|\*{3,60})\s?$/u.test(line));
  if (rule < 1 || lines.length - rule > MAX_LINES || rule === lines.length - 1) return null;
  if (!lines.slice(rule + 1).every((line) => line.length <= MAX_WIDTH)) return null;
  // The greeting and the name may stand above the rule.
  const closing = startByClosing(lines.slice(0, rule));
  return closing ?? { text: rule, signature: rule + 1 };
}

function startByClosing(lines: readonly string[]): Start | null {
  const from = Math.max(0, lines.length - MAX_LINES - 1);
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.length > 160 || !CLOSING.test(line)) continue;
    const behind = lines.slice(at + 1).filter((other) => other.trim() !== "");
    // A line of thanks with a letter after it is none that ends it.
    if (behind.some((other) => other.length > MAX_WIDTH) || behind.slice(0, 2).some(isProse)) continue;
    // "Thanks, Anna" holds the name itself.
    const isWithName = /[,–—-]\s{0,2}\p{Lu}[\p{L}. ]{1,40}$/u.test(line) && behind.length <= 1;
    return { text: at, signature: isWithName ? at : at + 1 };
  }
  return null;
}

/** The lines from the end that tell who and where, with one that surely does; prose ends them. */
function startByShape(lines: readonly string[], sender: string): Start | null {
  let start = lines.length;
  let isSure = false;
  for (let at = lines.length - 1; at >= Math.max(1, lines.length - MAX_LINES); at -= 1) {
    const line = (lines[at] ?? "").trim();
    if (line === "") {
      if (start < lines.length && lines.length - start >= 8) break;
      continue;
    }
    // The end of a wrapped sentence is short too.
    const kind = (lines[at - 1] ?? "").length > 50 && !/^\p{Lu}/u.test(line) ? "prose" : kindOfLine(line, sender);
    if (kind === "prose") break;
    isSure ||= kind === "sure";
    start = at;
  }
  const isAll = lines.slice(0, start).every((line) => line.trim() === "");
  return start < lines.length && isSure && !isAll ? { text: start, signature: start } : null;
}

function kindOfLine(line: string, sender: string): "sure" | "likely" | "prose" {
  if (line.length > MAX_WIDTH) return "prose";
  if (isSentFrom(line) || isRule(line)) return "likely";
  if (/^[-–—~]{0,2}\s?\p{Lu}/u.test(line) && isNameOf(line.replace(/^[-–—~\s]+/u, ""), sender)) return "sure";
  const words = line.split(/\s+/u).length;
  const isSentence = /[.!?]$/u.test(line) && words > 4 && !/(?:inc|ltd|co|corp|str|s\.a|ag|e\.k)\.$/iu.test(line);
  if (isSentence || isProse(line)) return "prose";
  if (LABELLED.test(line)) return "sure";
  if (words <= 8 && (findPhones(line).length > 0 || findEmailAddresses(line).length > 0 || WEB.test(line)))
    return "sure";
  if (ADDRESS_LINE.test(line)) return "likely";
  if (words > 10) return "prose";
  const pieces = line.split(/\s[|·•–—-]\s|,\s/u);
  const isAbout = pieces.some((piece) => readJobTitle(piece) !== null || readCompanyName(piece) !== null);
  if (isAbout || readPersonName(line) !== null) return "likely";
  return words <= 4 && /^\p{Lu}/u.test(line) && !/[?!:]$/u.test(line) ? "likely" : "prose";
}

/** "Anna", "A. Schmidt", "Anna S." for Anna Schmidt. */
function isNameOf(line: string, sender: string): boolean {
  const name = fold(sender)
    .split(/[\s,.]+/u)
    .filter((word) => word.length > 1);
  const words = fold(line)
    .split(/[\s,.]+/u)
    .filter((word) => word !== "");
  return (
    words.length > 0 &&
    words.length <= 4 &&
    words.every((word) => name.some((own) => own === word || (word.length === 1 && own.startsWith(word))))
  );
}

function isProse(line: string): boolean {
  return (
    /\b(?:we|you|your|our|is|are|have|would|could|please|wir|sie|ihre?|ist|sind|haben|bitte|nous|vous|votre|est|sont|pouvez|usted|ustedes|nuestr[oa]|somos|puede)\s\p{L}+/iu.test(
      line,
    ) && line.split(/\s+/u).length >= 5
  );
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return start < 0 ? [] : lines.slice(start, end + 1);
}
