import { companyOfDomain } from "#server/pipeline/text/domains.ts";
import { nameKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import { isNameShaped, tidy } from "#server/pipeline/sources/website/extract/site-identity.ts";
import { type Field, overlaps } from "#server/pipeline/sources/website/extract/text/fields.ts";
import { mayBeTitle, titleInColumn } from "#server/pipeline/sources/website/extract/text/find-title.ts";
import { spelledOut } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { isCredit } from "#server/pipeline/sources/website/extract/text/third-parties.ts";
import type { Row } from "#server/pipeline/sources/website/extract/text/rows.ts";

const FARTHEST = 12;
/** "Smith, Jones &" on one line and "Sons Ltd" on the next, like "Gesellschaft für" and "Musik e.V." */
const CONTINUES = /^\p{Lu}.*(?:&|\s(?:and|und|et|y|e|en|og|och|für|för|for|of|de|del|d[aio]|van|voor|pour|per|dla))$/u;
const FEWEST_IN_COLUMN = 2;
const FEWEST_ROWS = { company: 8, title: 3 };
const COLUMN = 0.25;
/** In a company column, words that merely look like a name are a company. */
const UNCERTAIN = 0.65;

export interface FoundCompany {
  value: string;
  field: Field;
  isLegal: boolean;
  isSpelled: boolean;
}

/** Whether a short text contains the words of the domain: "Dörmer Print" at doermerprint.example. */
function spellsDomain(text: string, label: string): boolean {
  if (label.length < 4) return false;
  const small = text.toLowerCase();
  const spellings = small.includes(label.slice(0, 3)) ? [small, spelledOut(small)] : [spelledOut(small)];
  return spellings.some((spelling) => nameKey(spelling).includes(label)) && isNameShaped(text);
}

/** The company identified by a label, a legal form or a typical company word, nearest to the name or contact. */
export function companyOf(
  row: Row,
  name: Field | null,
  count: number,
  columns: ReadonlySet<string>,
): FoundCompany | null {
  let best: FoundCompany | null = null;
  let bestScore = 0;
  const from = name?.line ?? row.anchor;
  const label = nameKey(companyOfDomain(row.emails[0]?.value.split("@").at(-1) ?? "") ?? "");
  for (const field of row.fields) {
    if ((name !== null && overlaps(field, name)) || field.role === "name" || field.role === "title") continue;
    if (isCredit(field.text)) continue;
    const isLabeled = field.role === "company";
    const distance = Math.abs(field.line - from);
    if (!isLabeled && distance > FARTHEST) continue;
    const role = isLabeled ? null : field.words.role;
    const isSpelled = !isLabeled && spellsDomain(field.text, label);
    const inColumn = !isLabeled && role === null && field.cut !== "gap" && field.keys.some((key) => columns.has(key));
    const listed = inColumn ? companyInColumn(field) : "";
    if (!isLabeled && !isSpelled && role?.kind !== "company" && listed === "") continue;
    const isLegal = isLabeled || role?.isLegal === true;
    if (!isLabeled && distance > (isLegal ? FARTHEST : count > 1 ? 4 : 6)) continue;
    const score = (isLabeled ? 3 : isLegal ? 2 : isSpelled ? 1.5 : listed !== "" ? 0.8 : 1) - 0.05 * distance;
    if (score <= bestScore) continue;
    const value =
      role?.kind === "company" ? role.value : listed === "" ? (isLabeled ? field.text : tidy(field.text)) : listed;
    const before = row.fields.find(
      ({ line, cut, text }) => line === field.line - 1 && cut === "gap" && CONTINUES.test(text),
    );
    best = {
      value: before === undefined ? value : `${before.text} ${value}`,
      field,
      isLegal,
      isSpelled,
    };
    bestScore = score;
  }
  return best;
}

/** The keys where enough rows have a title or company for the others to have theirs there too. */
export function columnsOf(rows: readonly Row[], kind: "title" | "company"): Set<string> {
  if (rows.length < FEWEST_ROWS[kind]) return new Set();
  const isAlike = (field: Field): boolean =>
    (kind === "company" || mayBeTitle(field)) && field.words.role?.kind === kind;
  const counts = countKeys(rows, isAlike);
  const fewest = Math.max(FEWEST_IN_COLUMN, rows.length * COLUMN);
  const keys = new Set([...counts].filter(([, count]) => count >= fewest).map(([key]) => key));
  // A line that all rows have and that is a title in one is the title in all.
  const mayBeColumn = (key: string): boolean => counts.has(key) && !keys.has(key);
  if (kind === "title" && keys.size < counts.size)
    for (const [key, count] of countKeys(
      rows,
      (field) => field.keys.some(mayBeColumn) && (isAlike(field) || titleInColumn(field) !== ""),
    ))
      if (count === rows.length && counts.has(key)) keys.add(key);
  return keys;
}

function countKeys(rows: readonly Row[], isCounted: (field: Field) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fields } of rows)
    for (const key of new Set(fields.filter(isCounted).flatMap(({ keys }) => keys)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The company in a company column, without the "at" that joins it to the name. */
function companyInColumn({ text, words }: Field): string {
  const bare = text.replace(/^(?:at|with|chez|bei|en|@)\s+/iu, "");
  const isPerson = (words.person?.certainty ?? 0) > UNCERTAIN;
  return /^\p{Lu}/u.test(bare) && !/[@\d]{3}|[!?]/u.test(bare) && !isPerson && !words.isLabel ? bare : "";
}
