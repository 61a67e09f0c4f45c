import { nameKey } from "#shared/text/plain-signs.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { ColumnTarget } from "#shared/contract/leads/lead-import.ts";
import { isWriteBackHeader } from "#shared/contract/leads/write-back.ts";
import { statusNamed } from "#shared/lead-status.ts";
import { columnsByRole, rolesOfColumns } from "#server/pipeline/text/column-roles.ts";
import type { Column, ColumnsByRole } from "#server/pipeline/text/columns.ts";
import { fitToValues } from "#server/pipeline/text/column-values.ts";
import { isFieldTarget } from "#server/pipeline/text/custom-columns.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";

/** Columns that Winnow adds to its list of skipped rows; ignored when that file is imported again. */
export const REJECT_HEADERS = ["Row", "Reason"] as const;

/**
 * What Winnow's own export computes. As details of a lead, they would be scored like its texts: "Missing info: company"
 * would match the keyword "company".
 */
export const COMPUTED_HEADERS = [
  "Score",
  "Keywords",
  "Source",
  "Missing info",
  "Qualification status",
  "Created at",
  "Updated at",
  "Email quality",
  "Email quality reason",
] as const;
/** Those that no other program's file has. */
const OF_OWN_EXPORT = ["Missing info", "Qualification status"];

export function isOwnExport(names: readonly string[]): boolean {
  return OF_OWN_EXPORT.every((name) => names.includes(name));
}
/** Custom fields follow it. */
const LAST_OWN_HEADER = "Email quality reason";

/** The headings of a lead's owner, in Winnow's own export and those of common CRMs. */
const OWNER_HEADER =
  /^\s*(?:(?:lead|contact|record|account|person|sales|deal)(?: -)? owner|owner(?: name)?|owned by|assigned (?:to|user)|assignee|zuständig|betreuer|ответственный)\s*$/iu;
/** Other programs' statuses have other values and stay details. */
const STATUS_HEADER = /^\s*(?:lead )?status\s*$/iu;
/** Only in files: nobody may tag leads through a form or a page. */
const TAGS_HEADER =
  /^(?:(?:person|lead|contact|organization) - )?(?:tags?|labels?|etiketten|schlagwörter|étiquettes|etiquetas|теги|タグ|标签|태그)$/iu;

/**
 * Guesses each column's target from its header, unless its values contradict it, or from its values if no other column
 * has that target. Headers that mean nothing else may name a custom field.
 */
export function guessTargets(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  fields: readonly CustomField[] = [],
): ColumnTarget[] {
  const roles = rolesOfColumns(columns);
  const names = columns.map(({ name }) => name);
  const isOwn = isOwnExport(names);
  const computed: ReadonlySet<string> = new Set(isOwn ? COMPUTED_HEADERS : []);
  const fieldNamed = (name: string): CustomField | undefined =>
    fields.find((field) => nameKey(field.name) === nameKey(name));
  const lastOwn = isOwn ? names.indexOf(LAST_OWN_HEADER) : -1;
  const targets = columns.map(({ name, hasHeader, index }): ColumnTarget => {
    if (!hasHeader) return "fact";
    if (lastOwn !== -1 && index > lastOwn) {
      // The field may have the name of another column, as one called “Status” does.
      const own = fieldNamed(name) ?? fieldNamed(name.replace(/ \(\d+\)$/u, ""));
      if (own !== undefined) return `field:${own.key}`;
    }
    if (computed.has(name) || isWriteBackHeader(name)) return "ignore";
    if (TAGS_HEADER.test(name.trim())) return "tags";
    if (OWNER_HEADER.test(name)) return "owner";
    if (STATUS_HEADER.test(name) && (isOwn || areStatuses(rows, index))) return "status";
    const custom = fieldNamed(name);
    return stepTargetOf(name) ?? roles[index] ?? (custom && (`field:${custom.key}` as const)) ?? "fact";
  });
  if (REJECT_HEADERS.every((name, index) => columns[index]?.name === name))
    targets.fill("ignore", 0, REJECT_HEADERS.length);
  return fitToValues(columns, rows, targets);
}

function areStatuses(rows: readonly (readonly string[])[], index: number): boolean {
  const values = rows.map((cells) => cells[index] ?? "").filter((value) => !isBlank(value));
  return values.length > 0 && values.every((value) => statusNamed(value) !== null);
}

/** Groups columns by their chosen target, with the most explicit header first. */
export function columnsByTarget(columns: readonly Column[], targets: readonly ColumnTarget[]): ColumnsByRole {
  const roles = targets.map((target) => {
    if (target === "status" || target === "owner" || target === "tags" || isStepTarget(target)) return null;
    return target === "fact" || target === "ignore" || isFieldTarget(target) ? null : target;
  });
  return columnsByRole(columns, roles);
}

/** The headers of Winnow's own CSV. */
const STEP_TARGETS = { "next step": "nextStep", "next step due": "nextStepDue" } as const;
export type StepTarget = (typeof STEP_TARGETS)[keyof typeof STEP_TARGETS];

function stepTargetOf(header: string): StepTarget | undefined {
  const name = header.trim().toLowerCase();
  return Object.hasOwn(STEP_TARGETS, name) ? STEP_TARGETS[name as keyof typeof STEP_TARGETS] : undefined;
}

export function isStepTarget(target: ColumnTarget): target is StepTarget {
  return target === "nextStep" || target === "nextStepDue";
}
