import { isAttachment, isRule, isSentFrom } from "#server/pipeline/mail/quotes/boilerplate.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { isSmallCompany } from "#server/pipeline/mail/contact/signature-company.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";

/** How a line looks to the signature search. A contact is a phone number, address or link. */
export type LineKind = "blank" | "rule" | "contact" | "name" | "name and contact" | "part" | "prose";

const MAX_WIDTH = 120;
const MAX_WORDS = 12;
const LINK =
  /<[^<>\n]{0,300}[@:./][^<>\n]{0,300}>|\[(?:image|cid|https?|www|mailto)[^\]\n]{0,300}\]|(?:https?:\/\/|www\.)[^\s<>"')\]]{3,300}/giu;
const DOMAIN_ONLY = /^(?:[\w.+-]{2,64} at )?[a-z\d-]{2,60}(?:\.[a-z\d-]{2,60}){0,3}\.[a-z]{2,12}(?:\/\S{0,100})?$/iu;
const LABELLED =
  /^[\s*|@]{0,3}(?:[tpmfewvadoch]|tel|telefono?|telefone|teléfono|téléphone|tél|phone|ph|mobile?|mobil|mob|móvil|gsm|cell?|celular|portable|handy|fon|telefax|faks|fax|voice|pager|web|www|site|homepage|blog|e-?mail|mail|adresse?|address|skype|icq|linkedin|twitter|whatsapp|wechat|direct|office|home|work|ext|extn|durchwahl|ust-?id(?:nr)?|vat|hrb?|siret|nif|cif|sitz|geschäftsführer|pgp|gpg|fingerprint|тел|моб|факс|почта|сайт|电话|電話|手机|邮箱|網址|传真|メール|携帯)\.?(?:\s?(?:no|nr|number|phone|line))?\.?\s{0,8}(?:[:：#+(]|-?\s?(?=\(?\d{3})|[\s.(/][^:：\d]{0,24}[:：]\s{0,8}[+(\d])/iu;
const ADDRESS =
  /\b\d{4,6}(?:-\d{4})?\s\p{Lu}|\b[A-Z]{2},?\s{1,3}\d{5}\b|\p{L}{3,}(?:stra(?:ß|ss)e|str\.|weg|platz|straat|gatan)\s?\d|^\d{1,6}(?:st|nd|rd|th)?[\s,]{1,2}\p{Lu}|^\p{L}{3,9}\s\p{L}{3,12},?\s\d{5}|\b(?:rue|calle|via|viale|avenida|av\.|p\.?\s?o\.?\s?box|postfach|ul\.|ulica|rua|cad\.|mah\.|sok\.|ул\.|пр\.|г\.)\s|\b(?:street|st\.|road|rd\.|avenue|ave|lane|blvd|boulevard|drive|suite|ste|floor|bldg|building|room|rm|hall|mail\s?stop|tower|plaza|square)\b|[〒省市区區路号號町丁目]\s?\d|\d\s?[号號楼樓室階]/iu;
/** "Acme | T: 555 0100 | 1 Main Street, Springfield" */
const BARRED = /^(?:[^|•·]{1,80}[|•·]){2}[^|•·]{0,120}(?:[|•·][^|•·]{0,120}){0,6}$/u;
/** Room, mail stop or extension: "EB4429C", "E52-280B", "X31545". */
const ROOM = /^(?:[A-Z]{1,4}[\s-]?\d[\w-]{0,8}|ext\.?\s?\d{2,6})$/iu;
const CONNECTIVES = new Set(
  "with from über sowie para pour avec con della dello delle dell' degli voor door vom fuer zum zur przy".split(" "),
);
const SENTENCE =
  /\b(?:i|i'm|i'll|me|my|we|us|you|your|our|he|she|they|is|are|was|were|have|has|would|could|should|will|can|please|ich|wir|sie|ihre?|mir|mich|uns|ist|sind|haben|hat|bitte|je|nous|vous|votre|est|sont|pouvez|usted|ustedes|nuestr[oa]|somos|puede|questo|sono|ik|wij|ons|mogę|proszę|прошу|мы|вы|мне|bana|bize)\b/iu;
const TRAILING = /[\s,;:|*_=~/–—-]+$/u;

/** "Acme GmbH - Geschäftsführer: Anna Schmidt", "Acme GmbH, HRB 1234": what a register says about the company. */
const REGISTERED =
  /\s?[-–|;,•]\s{0,2}(?:(?:geschäftsf(?:ü|ue)hr\p{L}*|managing directors?|vorst(?:and|ände)|gf)[^:,]{0,30}:|(?:inh\.\s|registered (?:in|office)|registergericht|amtsgericht|hr[ab]\b|handelsregister|(?:firmen)?sitz\b)).*$/iu;

/** The pieces of a line in order, without phone numbers, addresses and links: "Anna Schmidt", "CTO", "Acme GmbH". */
export function piecesOf(line: string): string[] {
  let rest = line.slice(0, 300).replace(LINK, "   ").replace(REGISTERED, "");
  for (const { start, end } of [...findEmailAddresses(rest), ...findPhones(rest)].toSorted(
    (a, b) => b.start - a.start,
  )) {
    rest = `${rest.slice(0, start)}   ${rest.slice(end)}`;
  }
  return rest
    .split(
      /\s?[|•·▪■●]\s?|(?:^|\s)\*+|\*+(?:\s|$)|\s[–—-]{1,2}\s|(?<=\p{Ll}{3})-\s(?=\p{Lu})|\s(?:\/{1,2}|@)\s|(?<=\p{Ll})\s(?=\p{sc=Han}{2,4}(?:\s|$))|(?<=\p{sc=Han}[部課室係店])\s(?=\p{sc=Han}{1,4}\s\p{L}{1,4}$)|\s?::\s?|\s-x-\s|(?<=\s\+\s.*)\s\+\s|\s\+\s(?=.*\s\+\s)|-{2,3}|\s{3,}|\s?\((?=[^()]{3,60}\)\s?$)/u,
    )
    .map((piece) =>
      piece
        .replace(/^(?:[\s\-–—~/*=#"“_,;:.)\]`|%]|'(?!\p{L}))+/u, "")
        .replace(/^(?:for and )?on behalf of\s/iu, "")
        .replace(/(?<=^[^(]*)\)$/u, "")
        .replace(TRAILING, "")
        .replace(LABEL_BEHIND, "")
        .replace(/[\s<>;:]+$|(?<=\p{Ll}{3})\.$/u, ""),
    )
    .filter((piece) => /\p{L}{2}|\p{L}&\p{L}/u.test(piece) && !LABEL_ONLY.test(piece));
}
const LABEL_BEHIND = /\s(?:e-?mail|tel|phone|ph|mobile?|mob|cell|fax|web|home ?page|skype|icq)(?:[&/]\p{L}+)?[.:]?$/iu;
const LABEL_ONLY =
  /^(?:tel|tele(?:fono?|fone|phone|fax)|téléphone|tél|tlf|fono?|phone|ph|mobile?|móvil|mobil|portable|mob|gsm|handy|cell(?:ular)?|cel|celular|ddi|durchwahl|direktwahl|zentrale|switchboard|puh|dahili|fax|facs|facsimile|faks|whatsapp|wechat|viber|telegram|voice|pager|direct|office|home|work|web|www|blog|e-?mail|mail|skype|ext|or|and|und|oder|toll free|desk|new|(?:public |pgp |gpg )?key(?: server)?|fingerprint|电话|電話|手机|手機|邮箱|郵箱|官网|网址|網址|地址|传真|傳真|携帯|電話番号|メール(?:アドレス)?|お?名前|ご?住所|[会御]社名|ふりがな|フリガナ|전화|이메일)(?:[\s./]+(?:phone|number|no|page|fax|line|cell))?[.:：]?$/iu;

/** Classifies a line as a possible part of a signature or as prose. `sender` is the name in the header. */
export function kindOfLine(whole: string, sender: string): LineKind {
  const line = whole
    .slice(0, 600)
    .replace(REGISTERED, "")
    .replace(/^\s*\[[^\]]{1,40}\](?=<)/u, "")
    .replace(LINK, (link) => (/^[<[]/u.test(link) ? "" : "www"))
    .replace(/\s{3,60}(?:e-?mail|phone|tel|fax)\s?:\s*$/iu, "")
    .trim();
  if (isAttachment(whole)) return "blank";
  if (line === "") return whole.trim() === "" ? "blank" : "contact";
  if (isRule(line)) return "rule";
  const isBarred = BARRED.test(line);
  if (line.length > MAX_WIDTH && !isBarred) return "prose";
  if (isSentFrom(line)) return "part";
  const words = line.split(/\s+/u);
  const isSentence =
    words.length >= 4 &&
    line.split(/\s{3,}|[|•·]/u).some((column) => SENTENCE.test(column) && /(?:\S\s+){3}\S/u.test(column));
  const isLabeled = LABELLED.test(line);
  const hasContact =
    isLabeled ||
    DOMAIN_ONLY.test(line) ||
    /\bwww\b/u.test(line) ||
    findEmailAddresses(line).length > 0 ||
    findPhones(line).length > 0;
  if (hasContact) {
    const isProse =
      isSentence ||
      (!isLabeled &&
        !isBarred &&
        (words.length > MAX_WORDS ||
          (words.length > 4 &&
            !isWrittenLarge(piecesOf(line).join(" ").split(" ")) &&
            !(words.length <= 8 && (readPersonName(piecesOf(line)[0] ?? "")?.certainty ?? 0) >= 0.75))));
    return isProse ? "prose" : !isLabeled && nameIn(line, sender) !== null ? "name and contact" : "contact";
  }
  if (/^\p{Lu}\S{0,20}(?:\s\S{1,20}){0,2}:$/u.test(line)) return "part";
  const isLong =
    !isBarred && words.length > MAX_WORDS && !(/\d/u.test(line) && ADDRESS.test(line) && isWrittenLarge(words));
  if (isSentence || isLong || /[?!;。！？；]$|[:：]$|\.{2,}$/u.test(line)) return "prose";
  if (/\d/u.test(line) && (ROOM.test(line) || ADDRESS.test(line))) return "contact";
  if (nameIn(line, sender) !== null) return "name";
  const isTitle = readJobTitle(line.replace(/[.]$/u, "")) !== null;
  if (
    /[.]$/u.test(line) &&
    words.length > 5 &&
    !isTitle &&
    !hasLegalForm(words.slice(-2).join(" ")) &&
    !/(?:str|d\.c|s\.w)\.$/iu.test(line)
  )
    return "prose";
  return isTitle ||
    isWrittenLarge(words) ||
    piecesOf(line).some(
      (piece) => readJobTitle(piece) !== null || readCompanyName(piece) !== null || isSmallCompany(piece),
    )
    ? "part"
    : "prose";
}

/** A short line that isn't a sentence, as found between the main lines of a signature. */
export function isAside(line: string): boolean {
  return line.length <= 60 && !SENTENCE.test(line) && !/[.?!,;]$/u.test(line) && line.trim().split(/\s+/u).length <= 8;
}

/** Links alone are not a signature. */
export function hasNumber(block: string): boolean {
  return /\d{3}|(?:\d\d[\s.]){3}\d|@/u.test(block.replace(/(?:https?:|www\.)\S+/gu, ""));
}

/** "Anna" or "as" above "Anna Schmidt"; any single word if there is no name. */
export function isSignOff(line: string, name?: string): boolean {
  const word = /^[\s\-–—~/]*(\p{L}{1,12})[\s,.]*$/u.exec(line)?.[1];
  if (word === undefined) return false;
  return name === undefined || isNameOf(word, name) || /^(?:\p{Ll}{1,3}|\p{Lu}{1,3})$/u.test(word);
}

/** "Anna" above a number. */
export function isGivenName(line: string): boolean {
  return isSignOff(line) && readPersonName(line.trim()) !== null;
}

/** The name of two or more words at the start of a line, or the sender's name as they sign. */
export function nameIn(line: string, sender: string): string | null {
  const [first = "", second = ""] = piecesOf(line)[0]?.split(/,\s/u) ?? [];
  // "Acme Pump Works, Inc."
  if (!second.includes(" ") && hasLegalForm(` ${second}`)) return null;
  if (isNameOf(first, sender)) return first;
  // "Anna Schmidt 1234567"
  const name = readPersonName(first.replace(/\s\d{5,12}$/u, "").replace(/\s["“(][^"”()]{2,20}["”)]\s/u, " "));
  return name !== null && name.certainty >= 0.5 && isWhole(name.name) ? name.name : null;
}

/** Whether it is more than a given name; Chinese, Japanese and Korean names need no space. */
export function isWhole(name: string): boolean {
  return name.includes(" ") || /^[\p{sc=Han}\p{sc=Hangul}]{2,6}$/u.test(name);
}

/** Whether a name is a form of another: "Anna", "A. Schmidt" or "Anna S." for Anna Schmidt. */
export function isNameOf(line: string, sender: string): boolean {
  if (sender === "" || line === "" || !/^\p{L}/u.test(line)) return false;
  const own = wordsOf(sender);
  const words = wordsOf(line);
  return (
    words.join("") === own.join("") ||
    (words.length > 0 &&
      words.length <= 4 &&
      words.every((word) => own.some((part) => part === word || (word.length === 1 && part.startsWith(word)))))
  );
}

/** Whether the part before the @ is built from a name: "aschmidt", "anna.s", "schmidt". */
export function isLocalOf(address: string, name: string): boolean {
  const local = fold(address.slice(0, address.lastIndexOf("@"))).replace(/[^\p{L}]/gu, "");
  const words = fold(name).split(/[^\p{L}]+/u);
  return (
    local.length >= 2 &&
    words.some((word) => word.length >= 3 && (local.includes(word) || (local.length >= 3 && word.startsWith(local))))
  );
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[\s,.]+/u)
    .filter((word) => word !== "");
}

/** Titles, companies and places are capitalized; sentences are not. */
function isWrittenLarge(words: readonly string[]): boolean {
  const text = words.join(" ");
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}\p{sc=Hebrew}]/u.test(text))
    return text.length <= 24 && !/[、，。]/u.test(text);
  return (
    text === "" ||
    (/^[^\p{Ll}]{0,30}\p{L}/u.test(text) &&
      /\p{Lu}/u.test(text) &&
      words.every((word) => {
        const letters = word.replace(/[^\p{L}]/gu, "");
        return letters.length < 4 || !/^\p{Ll}+$/u.test(letters) || CONNECTIVES.has(letters);
      }))
  );
}
