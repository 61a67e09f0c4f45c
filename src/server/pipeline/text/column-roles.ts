import {
  type Column,
  type ColumnsByRole,
  letters,
  roleOfHeader,
  type RoleMatch,
} from "#server/pipeline/text/columns.ts";
import { type ColumnRole, CONTACT_PERSON } from "#server/pipeline/text/header-words.ts";
import { roleOfQuestion } from "#server/pipeline/text/question-role.ts";

const contactPerson = new Set([...CONTACT_PERSON].map(letters));

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

/**
 * Each column's role by its header, in any order and many languages, ignoring case, accents and punctuation. Next to
 * "Contact person", and without a company, "Name" is the company's.
 */
export function rolesOfColumns(columns: readonly Column[]): (ColumnRole | null)[] {
  const matches = columns.map(({ name, hasHeader }) => (hasHeader ? roleOfColumn(name) : null));
  const isPerson = columns.map(({ name, hasHeader }) => hasHeader && contactPerson.has(letters(name)));
  const isOfCompany = isPerson.includes(true) && !matches.some((match) => match?.role === "company");
  return matches.map((match, at) =>
    isOfCompany && match?.role === "name" && match.certainty === 0 && isPerson[at] === false
      ? "company"
      : (match?.role ?? null),
  );
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
