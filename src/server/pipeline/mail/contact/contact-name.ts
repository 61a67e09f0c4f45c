import { isClosing } from "#server/pipeline/mail/quotes/closing.ts";
import { NOTHING, type Piece, type Said, type Written } from "#server/pipeline/mail/contact/contact-parts.ts";
import { companyScore } from "#server/pipeline/mail/contact/signature-company.ts";
import { isLocalOf, isNameOf, isWhole } from "#server/pipeline/mail/contact/signature-line.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { hasPublicSuffix } from "#server/pipeline/text/domains.ts";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

/** "i.A.", "i.V.", "p.p.": signing on someone's behalf. */
const ON_BEHALF = /^(?:i\.\s?[AV]\.|ppa\.?|p\.\s?p\.|p\.?p\.?|p\.\s?o\.)\s/u;
/** "Schmidt, Anna (Purchasing)", "Schmidt, Anna [HQ]", "Anna Schmidt via Users" */
const NOTE_BEHIND = /\s?\([^()]{1,60}\)$|\s\[[^[\]]{1,60}\]$|\svia\s\S{1,60}$/u;
const MAX_NAME = 200;
const ADDRESS_OR_MARKUP = /[@<>]|:\/\/|www\./iu;
/** "My name is Anna Schmidt", "ich heiße …": introductions that give more of the name than the signature does. */
const INTRODUCTION =
  /(?<!\p{L})(?:(?:[Mm]y name is|[Tt]his is|[Ii] am|[Ii]'m|[Ii]ch bin|[Ii]ch heiße|[Mm]ein name ist|[Jj]e m'appelle|[Jj]e suis|[Mm]e llamo|[Mm]i nombre es|[Ss]oy|[Mm]i chiamo|[Ss]ono|[Ii]k ben|[Mm]ijn naam is|[Jj]ag heter|[Мм]еня зовут|[Cc]hamo-me|[Mm]eu nome é|[Nn]azywam się|[Bb]enim adım)|私は|我是|我叫)\s?((?:\p{Lu}\p{Ll}{1,3}\.\s)?(?:\p{Lu}(?:\.|[\p{L}'’-]{1,30})\s?){1,4}|\p{sc=Han}{2,4})/u;

/** Finds the writer's name in the header, the signature or an introduction in the text. */
export function nameOf({ writer, replyTo, form, text, signature }: Written, pieces: readonly Piece[]): Said {
  if (form !== null) {
    const person =
      readPersonName(form.name)?.name ??
      readPersonName(form.name.split(/[,(]/u, 1)[0] ?? "")?.name ??
      (isOwnName(form.name) ? form.name.slice(0, MAX_NAME) : "");
    if (person !== "") return { value: person, method: "text", span: form.name };
  }
  const shownName = form === null ? writer.name : (replyTo?.name ?? "");
  const bareName = shownName.replace(NOTE_BEHIND, "");
  const shown = (readPersonName(shownName) ?? readPersonName(bareName))?.name ?? invertedName(bareName);
  if (shown?.includes(" ") === true) return { value: shown, method: "header", span: shownName };
  const addresses = [writer.address, ...findEmailAddresses(signature.join("\n")).map(({ address }) => address)];
  const first = pieces.find(({ row, column }) => row === 0 && column === 0);
  const alone =
    first === undefined || /\s/u.test(first.text)
      ? null
      : (readPersonName(first.text)?.name ??
        firstName(pieces.length === 1 ? first.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : first.text));
  const [signed] = pieces
    .map((piece, at) => ({
      piece,
      ...signedName(piece, { shown: shown ?? "", addresses, isTitled: hasTitleBelow(piece, pieces[at + 1]) }),
    }))
    // Signed "Anna", a line such as "Linux Driver" that contains no "Anna" must be a certain name.
    .filter(({ name, score }) => score >= (alone === null || isNameOf(alone, name) ? 0.5 : 0.9))
    .toSorted((one, other) => other.score - one.score);
  if (signed !== undefined) return { value: signed.name, method: "signature", span: signed.piece.line };
  if (shown !== null) return { value: shown, method: "header", span: shownName };
  const introduction = INTRODUCTION.exec(text.join("\n").slice(0, 4_000));
  const introduced = readPersonName(introduction?.[1] ?? "");
  if (introduced !== null && introduced.certainty >= 0.75)
    return { value: introduced.name, method: "text", span: introduction?.[0] ?? "" };
  if (first !== undefined && alone !== null) return { value: alone, method: "signature", span: first.line };
  return isOwnName(writer.name)
    ? { value: writer.name.slice(0, MAX_NAME), method: "header", span: writer.name }
    : NOTHING;
}

/** Scores how likely a signature piece is the signer's name, by shape, position, header and addresses. */
function signedName(
  { text, line, row, column }: Piece,
  { shown, addresses, isTitled }: { shown: string; addresses: readonly string[]; isTitled: boolean },
): { name: string; score: number } {
  const written = text
    .replace(ON_BEHALF, "")
    .replace(/\s["“'(][^"”')]{1,20}["”')](?=\s)/u, "")
    .replaceAll("_", "");
  const person = readPersonName(written) ?? spelledName(written, addresses, isTitled);
  if (person !== null && text.includes("_")) person.name = text;
  if (line.includes(`${text}:`) || /\p{Ll}{3}\.\s/u.test(person?.name ?? text)) return { name: "", score: 0 };
  if (person === null || !isWhole(person.name) || person.certainty < 0.5 || isUnspacedTitle(text))
    return { name: "", score: 0 };
  const place = (row === 0 ? 0.5 : row <= 2 ? 0.1 : 0) - (column > 0 ? 0.2 : 0);
  const isAgreed = isNameOf(shown, person.name) || addresses.some((address) => isLocalOf(address, person.name));
  return {
    name: person.name,
    score: person.certainty + place + (isAgreed ? 0.6 : 0) - (row > 0 && companyScore(text, []) >= 2 ? 0.6 : 0),
  };
}

/** Whether a piece begins the signature and a title follows it. */
function hasTitleBelow({ text, row, column }: Piece, next: Piece | undefined): boolean {
  return (
    row + column === 0 &&
    next !== undefined &&
    readJobTitle(next.text) !== null &&
    readJobTitle(text) === null &&
    companyScore(text, []) === 1.5
  );
}

/**
 * Words that don't look like a name are accepted if a title follows them or the address spells them: "Glynn Clements
 * <glynn.clements@…>".
 */
function spelledName(
  text: string,
  addresses: readonly string[],
  isTitled: boolean,
): { name: string; certainty: number } | null {
  if (!/^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}.'’-]*){1,3}$/u.test(text)) return null;
  if (isTitled) return { name: text, certainty: 0.5 };
  const words = fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
  const spelled = [
    words.join(""),
    `${words[0]}${words.at(-1)}`,
    `${words[0]?.charAt(0)}${words.at(-1)}`,
    `${words.at(-1)}${words[0]}`,
  ];
  const isSpelled = addresses.some((address) =>
    spelled.includes(fold(address.slice(0, address.indexOf("@"))).replace(/[^\p{L}]/gu, "")),
  );
  return isSpelled ? { name: text, certainty: 0.75 } : null;
}

/** Reorders "Schmidt, Anna" in a header, whatever the name, unlike "Anna Schmidt, Acme director". */
function invertedName(shown: string): string | null {
  const [, family = "", given = ""] = /^(\p{Lu}[\p{L}'’ -]{1,30}),\s(\p{Lu}[\p{L}'’. -]{0,30})$/u.exec(shown) ?? [];
  return family === "" || /\s\p{Ll}{4,}/u.test(given) || readCompanyName(shown) !== null
    ? null
    : `${given.trim()} ${family.trim()}`;
}

/** A single capitalized word used to sign: "Nirmal". */
function firstName(text: string): string | null {
  return /^\p{Lu}[\p{Ll}'’-]{1,20}$/u.test(text) && readPersonName(`${text} Schmidt`) !== null && !isClosing(text)
    ? text
    : null;
}

/** "采购经理" is a title; "李经理" is a name followed by one. */
export function isUnspacedTitle(text: string): boolean {
  return /^[\p{sc=Han}\p{sc=Hangul}]{4,}$/u.test(text) && readJobTitle(text) !== null;
}

/**
 * Accepts a display name that isn't shaped like a name, since that is what the writer goes by and follow-ups greet
 * people by name. Rejects markup and web addresses.
 */
function isOwnName(name: string): boolean {
  return name !== "" && !ADDRESS_OR_MARKUP.test(name) && !hasWebAddress(name) && readCompanyName(name) === null;
}

function hasWebAddress(text: string): boolean {
  return text.split(/[^\p{L}\p{N}.-]+/u).some((word) => word.includes(".") && hasPublicSuffix(word.toLowerCase()));
}
