import {
  type Column,
  type ColumnsByRole,
  letters,
  roleOfHeader,
  type RoleMatch,
} from "#server/pipeline/text/columns.ts";
import { type ColumnRole, CONTACT_PERSON, MEMBERS } from "#server/pipeline/text/header-words.ts";
import { roleOfQuestion } from "#server/pipeline/text/question-role.ts";

const contactPerson = new Set([...CONTACT_PERSON].map(letters));
const members = new Set([...MEMBERS].map(letters));

/** Groups columns by their role, with the most explicit header first; ties keep the order of the columns. */
export function columnsByRole(columns: readonly Column[], roles: readonly (ColumnRole | null)[]): ColumnsByRole {
  const found = columns.flatMap((column, at) => {
    const role = roles[at] ?? null;
    const match = roleOfColumn(column.name);
    const certainty = match !== null && match.role === role ? match.certainty : Number.MAX_SAFE_INTEGER;
    return role === null ? [] : [{ column, role, certainty }];
  });
  const byRole: ColumnsByRole = {};
  for (const { role, column } of found.toSorted((a, b) => a.certainty - b.certainty))
    (byRole[role] ??= []).push(column);
  return byRole;
}

/** Each column's role by its header, in any order and many languages, ignoring case, accents and punctuation. */
export function rolesOfColumns(columns: readonly Column[]): (ColumnRole | null)[] {
  return rolesNextTo(
    columns.map(({ name, hasHeader }) => (hasHeader ? name : "")),
    roleOfColumn,
  );
}

/** The roles of headers. Next to "Contact person", and without a company, "Name" and "Member" are the company's. */
export function rolesNextTo(
  headers: readonly string[],
  roleOf: (header: string) => RoleMatch | null,
): (ColumnRole | null)[] {
  const matches = headers.map((header) => (header === "" ? null : roleOf(header)));
  const plain = headers.map(letters);
  const isOfCompany =
    plain.some((header) => contactPerson.has(header)) && !matches.some((match) => match?.role === "company");
  return matches.map((match, at) => {
    const header = plain[at] ?? "";
    const isName = match?.role === "name" && match.certainty === 0 && !contactPerson.has(header);
    return isOfCompany && (isName || members.has(header)) ? "company" : (match?.role ?? null);
  });
}

/** Headers of forms' answers are whole questions, "What's your role?". */
const ASKED = /[?？]|(?:\S+\s+){3}/u;
/** From here on, a question only mentions the field: "Did you get our email?". */
const MENTIONED = 20;

function roleOfColumn(name: string): RoleMatch | null {
  const named = roleOfHeader(name);
  if (named !== null || !ASKED.test(name)) return named;
  const asked = roleOfQuestion(name);
  const isContact = asked?.role === "email" || asked?.role === "phone";
  return isContact && asked.certainty >= MENTIONED ? null : asked;
}
