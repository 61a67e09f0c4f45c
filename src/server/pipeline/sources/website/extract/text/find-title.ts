import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { type Field, overlaps } from "#server/pipeline/sources/website/extract/text/fields.ts";
import type { Row } from "#server/pipeline/sources/website/extract/text/rows.ts";

const FARTHEST = 5;
const LONGEST_IN_COLUMN = 50;
const ADDRESS = /(?<!\p{L})(?:Dr|Mrs?|Ms|Frau|Herr)(?!\p{L})\.?/gu;

/** The job title nearest to a name: typical words, a label, or any words in a column of titles. */
export function titleOf({ fields, anchor }: Row, name: Field, columns: ReadonlySet<string>): string {
  let title = "";
  let nearest = FARTHEST;
  for (const field of fields) {
    if (field.role === "name" || field.role === "company") continue;
    const apart = field.line - name.line;
    const isLabeled = field.role === "title";
    const distance = isLabeled
      ? 0
      : apart === 0
        ? field.start > name.start
          ? 0.1
          : 0.3
        : apart > 0
          ? apart
          : 0.5 - apart;
    // A heading below the contact begins the next record.
    if (distance >= nearest || (field.heading > 0 && field.heading < 7 && apart > 0 && field.line > anchor)) continue;
    // "Secretary: Ann Lee" is about somebody else.
    if (!isLabeled && field.isLabel && !isLabelOf(field, name)) continue;
    const value = isLabeled
      ? field.text
      : overlaps(field, name)
        ? titleAround(name, field)
        : field.words.role?.kind === "title"
          ? field.words.role.value
          : field.keys.some((key) => columns.has(key))
            ? titleInColumn(field)
            : "";
    if (value === "" || field.words.isLabel) continue;
    [title, nearest] = [value, distance];
  }
  return title;
}

/** "President" in "Ann Lee, President" or "President Ann Lee". */
function titleAround({ words, text: name }: Field, { text }: Field): string {
  const [before = "", behind] = text.split(words.person?.name ?? name);
  const around = `${before} ${behind}`.replace(ADDRESS, "").replace(/^[\s,;:|()–—-]+|[\s,;:|()–—-]+$/gu, "");
  return behind === undefined || around.length > LONGEST_IN_COLUMN || /\d{2}/u.test(around)
    ? ""
    : (readJobTitle(around) ?? "");
}

/** "President" in "President: Ann Lee". */
function isLabelOf(label: Field, name: Field): boolean {
  return label.line === name.line && label.end < name.start && name.start - label.end <= 3;
}

/** Whether a text in a title column may be a title, whatever its words. */
export function mayBeTitle({ text, cut }: Field): boolean {
  return cut === "gap" && text.length <= LONGEST_IN_COLUMN && /^\p{L}[^@\d!?]*$/u.test(text);
}

export function titleInColumn(field: Field): string {
  const { role, person, isLabel } = field.words;
  return mayBeTitle(field) && role === null && person === null && !isLabel ? field.text : "";
}
