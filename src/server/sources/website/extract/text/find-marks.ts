import { roleOfHeader } from "#server/reading/columns.ts";
import { hasLegalForm } from "#server/reading/legal-forms.ts";
import { type PersonName, readPersonName } from "#server/reading/person-name.ts";
import { companyIn, jobIn } from "#server/sources/website/extract/remembered-words.ts";
import { remembering } from "#server/sources/website/extract/remembering.ts";
import type { Line } from "#server/sources/website/extract/page-tree.ts";
import { findNamesInText } from "#server/sources/website/extract/text/find-names.ts";
import { isLabel } from "#server/sources/website/extract/text/labels.ts";
import { type LinePart, partsOf } from "#server/sources/website/extract/text/line-parts.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";
import { nameAffinity } from "#server/sources/website/extract/text/name-affinity.ts";

/** Of names by their shape alone. */
const SURE = 0.65;
const SURE_OF_PERSON = 0.9;
const LONGEST_PART = 90;

/** A card often names the department in place of the job. */
const DEPARTMENT =
  /^(?:sales|vertrieb|verkauf|einkauf|marketing|purchasing|procurement|support|kundendienst|kundenservice|customer service|buchhaltung|accounting|finance|finanzen|technik|service|logistik|logistics|personal|human resources|hr|it|export|innendienst|außendienst|verwaltung|produktion|ventas|compras|comptabilité|ventes|achats|service commercial|営業部|総務部)$/iu;

/** As a heading: "Sales", "Der Vorstand". */
const HEADS_SECTION = new RegExp(
  String.raw`${DEPARTMENT.source}|^(?:der|die|das|the|our|unser|notre|nuestro|le|la|les|el|los|il)\s`,
  "iu",
);

/** Names, job titles and companies of one line, beside the contacts that it is known to hold. */
export function findWords(
  at: number,
  line: Line,
  contacts: readonly Mark[],
  addresses: readonly string[],
  label = "",
): Mark[] {
  const marks: Mark[] = [];
  if (isLabel(line.text)) return marks;
  const labelled = readLabelled(at, line.text, label);
  if (labelled !== null) marks.push(labelled);
  const taken: { start: number; end: number }[] = contacts.filter(({ value, start, end }) =>
    shows(line, value, start, end),
  );
  const parts = partsOf(line, taken).filter(({ text }) => text.length <= LONGEST_PART);
  // Names first: a title's words may take in the name before them.
  for (const read of [readElement, readName, readRole]) {
    for (const part of parts) {
      if (overlapsAny(part, marks)) continue;
      const mark = read(at, part, addresses);
      if (mark !== null && !(line.heading > 0 && HEADS_SECTION.test(mark.value))) marks.push(mark);
    }
  }
  if (!marks.some(({ kind }) => kind === "name") && line.text.length > 20 && contacts.length > 0) {
    for (const { name, start, end, certainty } of findNamesInText(line.text, addresses)) {
      if (
        overlapsAny(
          { start, end },
          marks.filter(({ kind }) => kind !== "company"),
        )
      )
        continue;
      marks.push({ kind: "name", value: name, line: at, start, end, method: "text", isWeak: certainty < SURE });
    }
  }
  return marks;
}

/** Whether a contact stands in the text itself: the link of an address may read "Ann Lee". */
function shows(line: Line, value: string, start: number, end: number): boolean {
  const shown = line.text.slice(start, end);
  return /[@\d＠]|\(at\)|\[at\]|\sat\s/iu.test(shown) || shown.toLowerCase() === value.toLowerCase();
}

/** What a label says that it is, although it may not look like it: "Name: X Æ". */
function readLabelled(at: number, text: string, above: string): Mark | null {
  const colon = /^([^:：]{2,30})\s?[:：]\s?(?=\S)/u.exec(text);
  const label = colon?.[1] ?? above;
  const role = label === "" ? undefined : roleOfHeader(label.replace(/[\s:：]+$/u, ""))?.role;
  if (role !== "name" && role !== "title" && role !== "company") return null;
  const start = colon?.[0].length ?? 0;
  const rest = text.slice(start);
  const value = (rest.split(/\s*[|;•·<(]\s*/u)[0] ?? "").trim();
  if (value.length < 2 || value.length > LONGEST_PART || /[@]|https?:|\d{3}/iu.test(value)) return null;
  const person = role === "name" ? readPersonName(value) : null;
  // "Contact: sales department" is no person, whatever its label.
  if (
    role === "name" &&
    person === null &&
    (value.split(" ").length > 5 || !/^\p{Lu}|^\p{Lo}/u.test(value) || roleOfHeader(label)?.certainty !== 0)
  )
    return null;
  if (
    role === "name" &&
    person === null &&
    (companyIn(value) !== null ||
      jobIn(value) !== null ||
      !/^(?:full )?name|^nom|^nombre|^naam|^имя|氏名|姓名|名前/iu.test(label))
  )
    return null;
  return { kind: role, value: person?.name ?? value, line: at, start, end: start + value.length, method: "text" };
}

/** A full name in an element of its own, before the line is read as a whole: "Ann Lee" + "Head of Sales". */
function readElement(at: number, part: LinePart, addresses: readonly string[]): Mark | null {
  const mark = part.isElement ? readName(at, part, addresses) : null;
  return mark !== null && mark.isWeak !== true && mark.value.includes(" ") ? mark : null;
}

function readName(at: number, { text, start, end }: LinePart, addresses: readonly string[]): Mark | null {
  const person = personIn(text);
  if (person === null || (person.certainty < SURE_OF_PERSON && companyIn(text) !== null)) return null;
  const fits = addresses.some((address) => nameAffinity(person.name, address) >= 1);
  // A title behind a comma is a part of its own.
  const comma = text.search(/[,(]/u);
  const isNameFirst = comma > 0 && text.startsWith(person.name.slice(0, 3)) && person.name.split(" ").length > 1;
  const isCut = isNameFirst && readPersonName(text.slice(0, comma)) !== null;
  return {
    kind: "name",
    value: person.name,
    line: at,
    start,
    end: isCut ? start + comma : end,
    method: "text",
    isWeak: person.certainty < SURE && !fits,
  };
}

/** "営業部 田中 健太": where names come after the department, without a separator that Latin writing would have. */
function behindDepartment(text: string): PersonName | null {
  const space = text.indexOf(" ");
  return space > 0 && /^[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]{2,}$/u.test(text.slice(0, space))
    ? readPersonName(text.slice(space + 1))
    : null;
}

function readRole(at: number, { text, start, end }: LinePart): Mark | null {
  const role = roleIn(text);
  return role === null ? null : { ...role, line: at, start, end, method: "text" };
}

const personIn = remembering((text): PersonName | null => readPersonName(text) ?? behindDepartment(text));

const roleIn = remembering((text): Pick<Mark, "kind" | "value"> | null => {
  const company = companyIn(text);
  if (company !== null && hasLegalForm(text)) return { kind: "company", value: company };
  const pieces = text.split(/[,;|–—]/u).map((piece) => piece.trim());
  if (pieces.length > 1 && pieces.some(isLabel)) return null;
  const ordinal = /^\d{1,2}\.\s/u.exec(text)?.[0] ?? "";
  const job = jobIn(text.slice(ordinal.length));
  const title = job === null ? (DEPARTMENT.test(text) ? text : null) : ordinal + job;
  if (title !== null) return { kind: "title", value: title };
  // "VP Engineering": what a last word says of a company counts less than a job.
  return company === null ? null : { kind: "company", value: company };
});

function overlapsAny(part: { start: number; end: number }, marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.start < part.end && part.start < mark.end);
}
