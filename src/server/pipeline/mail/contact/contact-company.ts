import { isClosing } from "#server/pipeline/mail/quotes/closing.ts";
import { lineAt, NOTHING, type Piece, type Said, type Written } from "#server/pipeline/mail/contact/contact-parts.ts";
import { introductionIn } from "#server/pipeline/mail/contact/introduction.ts";
import { domainOf } from "#server/pipeline/mail/contact/mail-address.ts";
import { companyIn, companyScore } from "#server/pipeline/mail/contact/signature-company.ts";
import { isLocalOf, isNameOf, isWhole } from "#server/pipeline/mail/contact/signature-line.ts";
import { isQuoted } from "#server/pipeline/mail/mime/message-lines.ts";
import { isBareIntro, isOriginalMark } from "#server/pipeline/mail/quotes/quote-intro.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { companyOfDomain } from "#server/pipeline/text/domains.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";

/** "www.acme.com", or "acme.com" on its own line */
const SITE = /(?:www\.|https?:\/\/(?:www\.)?|^\s*(?=[a-z\d.-]+\.[a-z]{2,6}\s*$))([a-z\d.-]{3,80})/gimu;
/** Networks whose links don't identify the company. */
const NETWORK = /^(?:linkedin|facebook|twitter|instagram|youtube|xing|calendly|goo|bit|aka)$/u;
/** A department, even if its name begins with job titles: "Associate & Analyst Program". */
export const IS_UNIT = /^(?!.* of )[^,]*\s(?:program(?:me)?|office|services?|department|division|group|team)$/iu;

/**
 * Finds the company: the best piece of the signature, then the header, then the text, and finally the name spelled by
 * the domain.
 */
export function companyOf(
  { writer, form, text, signature, lines }: Written,
  pieces: readonly Piece[],
  { name, email }: { name: string; email: string },
): Said {
  if (form !== null && form.company !== "") return { value: form.company, method: "text", span: form.company };
  const guessed = companyOfDomain(domainOf(email));
  const sites = [...signature.join("\n").matchAll(SITE)].map((match) => match[1] ?? "");
  const own = [guessed, ...sites.map((site) => companyOfDomain(site))]
    .filter((label) => label !== null)
    .map((label) => fold(label).replace(/\s/gu, ""))
    .filter((label) => !NETWORK.test(label) && !isLocalOf(`${label}@`, name));
  // With a title in front it is still the writer's name: "Geom. Paolo Ferri".
  const isShop = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(name) && readPersonName(name) === null;
  const isPerson = name !== "" && !isShop;
  const isWriter = (piece: string): boolean =>
    isPerson && (isNameOf(piece, name) || piece.endsWith(` ${name}`) || readPersonName(piece)?.name === name);
  const named =
    pieces.find((one) => isWriter(one.text)) ?? pieces.find((one) => isWhole(readPersonName(one.text)?.name ?? ""));
  const { row: nameRow, column: nameColumn } = named ?? { row: -1, column: 0 };
  const phoneRow = signature.findIndex((line) => findPhones(line).length > 0);
  const lastRow = phoneRow < 0 ? nameRow + 6 : Math.min(phoneRow + 1, nameRow + 6);
  const [best] = pieces
    .filter(({ text: piece }) => !isWriter(piece) && !isClosing(piece))
    .flatMap((piece) =>
      companyCandidates(piece, own).map((candidate) => ({
        ...piece,
        ...candidate,
        score: candidate.rank * companyScore(candidate.text, own),
      })),
    )
    // Far from the name, only a form, an address or a word for organizations confirms a company.
    .filter(
      ({ text: piece, line, score, row, column }) =>
        score >= 2 ||
        (score > 0 &&
          nameRow < 0 &&
          !isPerson &&
          phoneRow > 0 &&
          row + column === 0 &&
          !/^[\p{sc=Latin}\d]+$/u.test(piece)) ||
        (score > 0 &&
          nameRow >= 0 &&
          row >= nameRow - 1 &&
          row < lastRow &&
          !(row === nameRow && (column < nameColumn || line.includes(`(${piece})`))) &&
          !(line.indexOf(piece) > (findPhones(line)[0]?.start ?? line.length))),
    )
    .toSorted((one, other) => other.score - one.score);
  if (best !== undefined) return { value: companyIn(best.text), method: "signature", span: best.line };
  const shown = readCompanyName(writer.name);
  if (form === null && shown !== null) return { value: shown, method: "header", span: writer.name };
  const whole = form === null ? text.join("\n") : form.message;
  const introduced = introductionIn(whole);
  if (introduced.company !== "") return { value: introduced.company, method: "text", span: introduced.spans.company };
  const found = companyInText(whole);
  if (found !== null) return { value: found, method: "text", span: lineAt(whole, whole.indexOf(found)) };
  const registered = companyInImprint(lines);
  if (registered !== null) return registered;
  const isPersonal = guessed !== null && isLocalOf(`${guessed.replace(/\s/gu, "")}@`, name);
  const spelled =
    guessed === null || isPersonal ? null : writtenForm(guessed, [whole, ...signature, ...lines].join("\n"));
  return spelled === null ? NOTHING : { value: spelled, method: "text", span: spelled };
}

/** The piece itself, or the part after its title: "Chairman, Acme". */
function companyCandidates({ text, line }: Piece, own: readonly string[]): { text: string; rank: number }[] {
  // "Blog: www.acme.com"
  if (/^ ?:(?!:)/u.test(line.slice(line.indexOf(text) + text.length))) return [];
  const [first = ""] = text.split(/,\s/u);
  if (readJobTitle(text) === null && readJobTitle(first) === null) {
    // "Acme University, Class of 2024", "Main Hall, Acme University"
    const part = text
      .split(/,\s/u)
      .find(
        (one, at, parts) =>
          companyScore(one, one.includes(" ") ? own : []) >= 2.5 && !STATE_AND_ZIP.test(parts[at + 1] ?? ""),
      );
    return [{ text: companyScore(text, []) < 2 && part !== undefined ? part : text, rank: 1 }];
  }
  const rest = text.split(/,\s|\s(?:at|bei|chez|@)\s/u);
  const start = rest.findIndex((part) => readJobTitle(part) === null);
  if (start >= 1 && companyScore(rest[start] ?? "", []) <= 1) return [];
  if (start >= 1) return [{ text: text.slice(text.indexOf(rest[start] ?? "")), rank: 0.9 }];
  const behind = behindTitle(text, own);
  if (behind !== null) return [{ text: behind, rank: 0.9 }];
  return IS_UNIT.test(text) ? [{ text, rank: 0.9 }] : companyScore(text, []) >= 3 ? [{ text, rank: 0.5 }] : [];
}

/** "Union City, CA 94587" */
const STATE_AND_ZIP = /^[A-Z]{2}\.?\s{1,3}\d{5}/u;

/** "Director Acme Tools", "CEO of the Acme Foundation" */
function behindTitle(text: string, own: readonly string[]): string | null {
  for (const { 0: gap, 1: connector = "", index } of text.matchAll(BEHIND_TITLE)) {
    const rest = text.slice(index + gap.length);
    if (readJobTitle(text.slice(0, index)) === null || readJobTitle(rest) !== null) continue;
    // "Baker & Sons Ltd" is a company throughout.
    const score = companyScore(rest, own);
    // "Head of the Research Group" is a part of one.
    const isNamed = connector === "" ? CHIEF.test(text.slice(0, index)) : !/group\W*$/iu.test(rest);
    if (score === 4 || (score >= 3 && (isNamed || LEGAL_FIRST.test(rest)))) return rest;
  }
  return null;
}
const CHIEF =
  /(?:director|president|[cC][eETtFf][oO]|founder|owner|manager|chairman|professor|geschäftsführer(?:in)?)$/iu;
const LEGAL_FIRST = /^(?:ООО|ОАО|ЗАО|ПАО|АО|ТОВ|ТОО)[\s«"]/u;
const BEHIND_TITLE = /\s(?:(of|for|der|des|de la|de|du|del|della|di|do|da)\s(?:the\s)?)?(?=\p{Lu})/gu;

/** "Acme Tools Limited. Registered in England", "Acme GmbH; Sitz der Gesellschaft: Bonn" */
const IMPRINT =
  /^\s*(\p{L}.{2,80}?)(?:[.,;:|–•-]|\s)+(?:is (?:a company )?)?(?:registered (?:in|office|address)|(?:firmen)?sitz\b|handelsregister|amtsgericht|hr\s?[ab]\b|geschäftsf|managing director|commercial register|anschrift:)/iu;

/** The company in the legal details below the writer's own text. */
function companyInImprint(lines: readonly string[]): Said | null {
  for (const line of lines) {
    if (isOriginalMark(line) || isBareIntro(line)) return null;
    if (isQuoted(line)) continue;
    const name = readCompanyName(IMPRINT.exec(line.slice(0, 300))?.[1] ?? "");
    if (name !== null && hasLegalForm(name)) return { value: name, method: "signature", span: line };
  }
  return null;
}

/** In characters; a label has at most 63. */
const LONGEST_FORM = 130;
/** What makes a found form part of a longer word, an address or a path. */
const GOES_ON_BEFORE = /[\p{L}\p{N}@./-]$/u;
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}@/-]|\.\p{Ll}|\s<)/u;

/** Shorter labels are not written with spaces. */
const LEAST_SPACED = 6;

/**
 * The writer's domain is a company name only if the message writes it as one: "IBM" for ibm.com, "Acme Tools" for
 * acmetools.com.
 */
function writtenForm(label: string, text: string): string | null {
  const words = label.split(/[^\p{L}\p{N}]+/u);
  const form = new RegExp(
    `^${words.flatMap((word) => (word.length < LEAST_SPACED ? [word] : [...word])).join("[ -]?")}`,
    "iu",
  );
  const searched = text.slice(0, 20_000);
  // Only İ gets longer in lower case, which would move what follows.
  const lower = searched.replaceAll("İ", "I").toLowerCase();
  const first = (words[0] ?? "").slice(0, 3).toLowerCase();
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
    const [written = ""] = form.exec(searched.slice(at, at + LONGEST_FORM)) ?? [];
    const end = at + written.length;
    const standsAlone =
      !GOES_ON_BEFORE.test(searched.slice(Math.max(0, at - 2), at)) &&
      !GOES_ON_AFTER.test(searched.slice(end, end + 3));
    if (standsAlone && written.split(/[ -]/u).every((word) => /^[\p{Lu}\p{N}]/u.test(word))) return written;
  }
  return null;
}

/** Words that introduce the writer's own company. */
const BEFORE =
  /\b(?:i'?m (?:\p{L}+ ){0,4}(?:from|at|with)|i work (?:for|at)|we are|we're|we at|here at|on behalf of|from|at|for|wir (?:sind|von|bei)(?: (?:die|der|das))?|wir,? (?:die|das)|bei(?: der)?|von der|firma|nous sommes(?: (?:la société|l'entreprise))?|de (?:la )?société|société|somos|de (?:la )?empresa|empresa|trabajo en|siamo|della ditta|azienda|wij zijn|bij|vi är|компания|из компании)\s/giu;
/** Without one of these words, "at Acme GmbH" is about someone else. */
const OF_US = /(?<!\p{L})(?:i|i['’]m|me|my|we|us|our|this is)(?!\p{L})/iu;
const CLAUSE = 100;
const NAME_LENGTH = 80;
const TRIES = 40;

/**
 * The company with a legal form that the writer names as theirs ("I'm Anna from Acme GmbH"); null when there is none.
 */
function companyInText(text: string): string | null {
  let tries = 0;
  for (const { 0: before, index } of text.slice(0, 6_000).matchAll(BEFORE)) {
    tries += 1;
    if (tries > TRIES) return null;
    const clause =
      text
        .slice(Math.max(0, index - CLAUSE), index)
        .split(/[.!?]\s/u)
        .at(-1) ?? "";
    if (/^(?:from|at|for)\s/iu.test(before) && !OF_US.test(clause)) continue;
    const start = index + before.length;
    const rest = (
      text.slice(start, start + NAME_LENGTH).split(/[\n!?;:()]|,\s(?!inc|ltd|llc|s\.|a\.)/iu, 1)[0] ?? ""
    ).replace(/^(?:the|die|der|das|la|le|el|a|an)\s/iu, "");
    if (!/^[\p{Lu}\p{N}«"]/u.test(rest)) continue;
    const name = readCompanyName(rest);
    // Without a legal form, the preceding words would be the only evidence.
    if (name !== null && name.length < rest.length + 1 && /\s/u.test(name))
      return name.replace(/(?<=\p{Ll}{3})\.$/u, "");
  }
  return null;
}
