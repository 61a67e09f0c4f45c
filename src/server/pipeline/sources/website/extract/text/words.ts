import { fold } from "#server/pipeline/text/fold.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { NON_NAME_WORDS } from "#server/pipeline/text/non-name-words.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { type PersonName, readPersonName } from "#server/pipeline/text/person-name.ts";
import { remembering } from "#server/pipeline/text/remembering.ts";
import { isPageWord } from "#server/pipeline/sources/website/extract/page-words.ts";
import { institutionIn } from "#server/pipeline/sources/website/extract/site-identity.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { phoneLabel } from "#server/pipeline/text/phone-labels.ts";
import type { Line } from "#server/pipeline/sources/website/extract/page-tree.ts";

/** Business cards often show a department instead of a job title. */
const DEPARTMENT =
  /^(?:sales|vertrieb|verkauf|einkauf|marketing|purchasing|procurement|support|kundendienst|kundenservice|customer service|buchhaltung|accounting|finance|finanzen|technik|service|logistik|logistics|human resources|export|innendienst|außendienst|verwaltung|produktion|ventas|compras|comptabilité|ventes|achats|service commercial|営業部|総務部)$/iu;
/** No digits, few words and no lowercase first letter but a title's: a cheap check before parsing a name. */
const MAY_BE_NAME =
  /^(?:\p{Ll}{2,4}\.?\s){0,3}[^\p{Ll}\d@](?:[^\d@\s]*\s){1,8}[^\d@\s]*$|^[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}・＝]{2,12}$/u;
/** The certainty of a name behind a title: "mgr inż. Anna Kowal". */
const ADDRESSED = 0.95;
const LONGEST_INSTITUTION = 80;
const NICKNAME = /\s*\([^()]*\)|\s*["“”„«'‘’][^"“”„«»'‘’]{1,20}["“”»'’](?=\s|$)/gu;
const ACRONYM = /^\p{Lu}{1,4}\s\S+$|^\p{Lu}{2,4}\s/u;
const TITLE_FIRST = /^(\p{Lu}\p{Ll}{4,}) (\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)$/u;
const LAST_FIRST = /^(\p{Lu}[\p{L}\p{M}'’ -]{1,40}),\s?(\p{Lu}[\p{L}\p{M}'’. -]{0,40})$/u;
const CAPITALISED_NAME = /^\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’.-]*){1,3}$/u;
/** Text that is accepted in a name column although it is not recognizable as a name. */
const NAMEISH = /^(?:[\p{L}\p{M}][\p{L}\p{M}'’.-]*,?\s){1,4}[\p{L}\p{M}][\p{L}\p{M}'’.-]*$/u;

const ONE_WORD = /^\p{Lu}[\p{L}\p{M}'’-]{2,}$/u;

const LONGEST_LABEL = 40;
const E_MAIL =
  /^(?:e-?mail(?:-?adresse| \p{L}{2,14})?|mail|pec|posta elettronica(?: certificata)?|courriel|correo(?: electrónico)?|メール|邮箱|电子邮件|이메일|почта|эл\. ?почта)\s*[:：]?$/iu;

const IN_CHARGE = /^(?:person )?(?:in charge|responsable|responsabile|responsável|verantwortlich(?:er?)?|leitung)$/iu;

interface Role {
  kind: "title" | "company";
  value: string;
  isLegal: boolean;
}

/** Lazily classifies the words of a field. */
export class Words {
  readonly #text: string;
  #person: PersonName | null | undefined;
  #role: Role | null | undefined;
  #isCompany: boolean | undefined;
  #isLabel: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get person(): PersonName | null {
    if (this.#person === undefined) {
      const person = MAY_BE_NAME.test(this.#text) ? nameIn(this.#text) : null;
      this.#person = /^\p{Ll}/u.test(this.#text) && (person?.certainty ?? 0) < ADDRESSED ? null : person;
    }
    return this.#person;
  }

  get role(): Role | null {
    if (this.#role === undefined) this.#role = roleIn(this.#text);
    return this.#role;
  }

  get isCompany(): boolean {
    return (this.#isCompany ??= readCompanyName(this.#text) !== null);
  }

  get isLabel(): boolean {
    return (this.#isLabel ??= isLabel(this.#text));
  }
}

export function nameIn(text: string): PersonName | null {
  const person = readPersonName(text) ?? behindDepartment(text) ?? behindTitle(text);
  if (person !== null && person.certainty < 0.75 && isAcronymAndWord(text)) return null;
  if (person !== null) return person;
  const bare = text.replace(NICKNAME, "").trim();
  if (bare === text || bare === "") return null;
  const short = readPersonName(bare);
  // A nickname stays in the name; other text in parentheses does not.
  const nick = /[("“„«]\s*(\p{Lu}[\p{L}.]{0,12})\s*[)"”»](?=\s\p{Lu})/u.exec(text)?.[0];
  const at = short?.name.indexOf(" ") ?? -1;
  if (short === null || nick === undefined || at < 0 || short.certainty < 0.5 || readJobTitle(nick) !== null)
    return short;
  return { ...short, name: `${short.name.slice(0, at)} ${nick}${short.name.slice(at)}` };
}

/** "CBG Trailers": letters without periods belong to a company rather than being initials. */
export function isAcronymAndWord(text: string): boolean {
  return ACRONYM.test(text) && /\p{Ll}/u.test(text);
}

/** "営業部 田中 健太": the name follows the department, without a separator as in Latin script. */
function behindDepartment(text: string): PersonName | null {
  const space = text.indexOf(" ");
  return space > 0 && /^[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]{2,}$/u.test(text.slice(0, space))
    ? readPersonName(text.slice(space + 1))
    : null;
}

/** "Skoleleder Grethe Nickelsen": two capitalized words behind a job title are more than a shape. */
function behindTitle(text: string): PersonName | null {
  const [, title = "", name = ""] = TITLE_FIRST.exec(text) ?? [];
  const person = title === "" || readJobTitle(title) === null ? null : readPersonName(name);
  return person === null || readJobTitle(name) !== null
    ? null
    : { ...person, certainty: Math.max(0.75, person.certainty) };
}

export function invertedName(text: string): PersonName | null {
  const inverted = LAST_FIRST.exec(text);
  return inverted === null ? null : { name: `${inverted[2] ?? ""} ${inverted[1] ?? ""}`.trim(), certainty: 0.45 };
}

/** Unknown words are a name if an address spells them: "Tamsyr Das" for tdas@. */
export function spelledName(text: string, addresses: readonly string[]): PersonName | null {
  if (!CAPITALISED_NAME.test(text) || readCompanyName(text) !== null) return null;
  if (text.split(" ").some((word) => word.length > 3 && NON_NAME_WORDS.has(fold(word))) || text.startsWith("The "))
    return null;
  const last = text.split(" ").at(-1)?.toLowerCase() ?? "";
  const isSpelled = addresses.some((email) => nameAffinity(text, email) >= 2 && !email.startsWith(`${last}@`));
  return isSpelled ? { name: text, certainty: 0.75 } : null;
}

/** The name in a name column, even if its words are unknown; empty if it can't be a name. */
export function columnName(text: string, mayBeOneWord = false): string {
  const bare = text
    .replace(NICKNAME, "")
    .replace(/[.\s]+$/u, "")
    .trim();
  const inverted = invertedName(bare);
  if (inverted !== null) return inverted.name;
  const isNameish = NAMEISH.test(bare) || (mayBeOneWord && ONE_WORD.test(bare) && !NON_NAME_WORDS.has(fold(bare)));
  return isNameish &&
    /^\p{Lu}|^\p{Lo}/u.test(bare) &&
    !/(?:\s\p{Ll}{3,}){3}/u.test(bare) &&
    !isLabel(bare) &&
    !isPageWord(bare)
    ? bare.replaceAll(",", "")
    : "";
}

const roleIn = remembering((text): Role | null => {
  if (isPageWord(text)) return null;
  const company = readCompanyName(text.replace(/^(?:at|with|@)\s+/iu, ""));
  if (company !== null && hasLegalForm(text)) return { kind: "company", value: company, isLegal: true };
  const ordinal = /^\d{1,2}\.\s/u.exec(text)?.[0] ?? "";
  const job = readJobTitle(text.slice(ordinal.length));
  const title = job === null ? (DEPARTMENT.test(text) ? text : null) : ordinal + job;
  if (title !== null) return { kind: "title", value: title, isLegal: false };
  const institution = text.length > LONGEST_INSTITUTION ? "" : institutionIn(text);
  if (institution !== "") return { kind: "company", value: institution, isLegal: false };
  // "VP Engineering": a company guessed by its last word ranks below a job title.
  return company === null ? null : { kind: "company", value: company, isLegal: false };
});

/**
 * The previous line if it is only a label for this one: "Fax" above or next to the number, in a definition list or a
 * grid. Empty otherwise.
 */
export function labelAbove(lines: readonly Line[], at: number): string {
  const text = lines[at - 1]?.text ?? "";
  return text.length <= LONGEST_LABEL && text !== "" && isLabel(text) ? text : "";
}

/** The role that a label names, limited to name, title and company; null for any other text. */
export function labelRole(label: string): ColumnRole | null {
  const words = label.replace(/[\s:：]+$/u, "");
  const role = IN_CHARGE.test(words) ? "name" : words === "" ? null : (roleOfHeader(words)?.role ?? null);
  return role === "name" || role === "title" || role === "company" ? role : null;
}

/** Whether a line is only the name of a contact field. */
const isLabel = remembering((text: string): boolean => {
  if (text.length > LONGEST_LABEL || /\d|@|(?:\S+ ){4}/u.test(text)) return false;
  const words = text.replace(/[\s:：]+$/u, "");
  return E_MAIL.test(text) || roleOfHeader(words) !== null || phoneLabel(`${words}: `, "") !== null;
});
