import { fieldNameKey } from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { ColumnTarget } from "#shared/contract/leads/lead-import.ts";
import { roleOfHeader, type Column, type ColumnsByRole } from "#server/pipeline/text/columns.ts";
import { fieldKeyOfTarget } from "#server/pipeline/text/custom-columns.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";

/** Columns that Winnow adds to its list of skipped rows; ignored when that file is imported again. */
export const REJECT_HEADERS = ["Row", "Reason"] as const;

/** The target and the value pattern used to recognize a column whose header is not conclusive. */
const SHAPES: readonly (readonly [ColumnRole, RegExp])[] = [
  ["email", /^\s*(mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+\s*$/iu],
  ["phone", /^\s*(\+|00|\(?0)[\d\s()./-]{6,24}$/u],
  ["scrapeUrl", /^\s*(https?:\/\/|www\.)\S+$/iu],
];
/** The headings of a lead's owner, in Winnow's own export and those of common CRMs. */
const OWNER_HEADER = /^\s*(?:(?:lead|contact|record|account) owner|owner|assigned to|assignee)\s*$/iu;
/** Only in files: nobody may tag leads through a form or a page. */
const TAGS_HEADER = /^(?:tags?|labels?|etiketten|schlagwörter|étiquettes|etiquetas)$/iu;
const SHARE_OF_SHAPE = 0.6;

/**
 * Guesses each column's target from its header, or from its values if no other column has that target. Headers that
 * mean nothing else may name a custom field.
 */
export function guessTargets(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  fields: readonly CustomField[] = [],
): ColumnTarget[] {
  const targets = columns.map(({ name, hasHeader }): ColumnTarget => {
    if (hasHeader && TAGS_HEADER.test(name.trim())) return "tags";
    if (hasHeader && OWNER_HEADER.test(name)) return "owner";
    const custom = fields.find((field) => fieldNameKey(field.name) === fieldNameKey(name));
    const target = stepTargetOf(name) ?? roleOfHeader(name)?.role ?? (custom && (`field:${custom.key}` as const));
    return (hasHeader && target) || "fact";
  });
  if (REJECT_HEADERS.every((name, index) => columns[index]?.name === name))
    targets.fill("ignore", 0, REJECT_HEADERS.length);
  for (const [role, shape] of SHAPES) {
    if (targets.includes(role)) continue;
    const found = columns.findIndex(({ index }) => targets[index] === "fact" && mostAre(shape, rows, index));
    if (found !== -1) targets[found] = role;
  }
  return targets;
}

/** Groups columns by their chosen target, with the most explicit header first. */
export function columnsByTarget(columns: readonly Column[], targets: readonly ColumnTarget[]): ColumnsByRole {
  const byRole: ColumnsByRole = {};
  for (const column of columns.toSorted((a, b) => certaintyOf(a, targets) - certaintyOf(b, targets))) {
    const target = targets[column.index] ?? "fact";
    if (target === "owner" || target === "tags" || isStepTarget(target)) continue;
    if (target === "fact" || target === "ignore" || isFieldTarget(target)) continue;
    (byRole[target] ??= []).push(column);
  }
  return byRole;
}

function isFieldTarget(target: ColumnTarget): target is `field:${string}` {
  return fieldKeyOfTarget(target) !== null;
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

function certaintyOf({ index, name }: Column, targets: readonly ColumnTarget[]): number {
  const match = roleOfHeader(name);
  return match !== null && match.role === targets[index] ? match.certainty : Number.MAX_SAFE_INTEGER;
}

function mostAre(shape: RegExp, rows: readonly (readonly string[])[], index: number): boolean {
  const values = rows.map((cells) => cells[index] ?? "").filter((value) => !isBlank(value));
  const like = values.filter((value) => value.length < 1_000 && shape.test(value)).length;
  return like > 0 && like >= values.length * SHARE_OF_SHAPE;
}
