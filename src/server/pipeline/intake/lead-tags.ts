import type { LeadRecord, ScorePart, TagMark } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

/** The tag that each rule adds, by the rule's id. */
export type RuleTags = ReadonlyMap<string, number>;

const NO_TAGS: RuleTags = new Map();

/** Adds tags, except those that are on the lead or that a person removed, up to the limit. */
export function addTags(marks: TagMark[], ids: readonly number[], by: TagMark["by"]): TagMark[] {
  let room = LIMITS.tag.perLead - marks.filter(({ removed }) => removed !== true).length;
  const added: TagMark[] = [];
  for (const id of new Set(ids)) {
    if (room <= 0 || marks.some((mark) => mark.id === id)) continue;
    added.push({ id, by });
    room -= 1;
  }
  return added.length === 0 ? marks : [...marks, ...added];
}

/** Adds the tags of the rules that matched. A rule that no longer matches doesn't remove its tag. */
export function addRuleTags(
  marks: TagMark[],
  parts: readonly Pick<ScorePart, "ruleId">[],
  ruleTags: RuleTags = NO_TAGS,
): TagMark[] {
  if (ruleTags.size === 0 || parts.length === 0) return marks;
  return addTags(
    marks,
    parts.flatMap(({ ruleId }) => ruleTags.get(ruleId) ?? []),
    "rule",
  );
}

/**
 * Makes these a person's tags of the lead. Removed ones are remembered, so that no rule adds them again. `shown` is the
 * tag that an id means now: another one after a merge, null after a deletion, whose marks stay in case it is undone.
 */
export function setTags(marks: TagMark[], wanted: readonly number[], shown: (id: number) => number | null): TagMark[] {
  const left = new Set(wanted);
  const next: TagMark[] = [];
  for (const mark of marks) {
    const id = shown(mark.id);
    if (id === null) next.push(mark);
    else if (mark.removed === true) {
      if (!left.has(id) && !next.some((one) => one.id === id)) next.push({ ...mark, id });
    } else if (wanted.includes(id)) {
      if (left.delete(id)) next.push({ ...mark, id });
    } else if (!next.some((one) => one.id === id)) next.push({ id, by: "person", removed: true });
  }
  next.push(...[...left].map((id): TagMark => ({ id, by: "person" })));
  return JSON.stringify(next) === JSON.stringify(marks) ? marks : next;
}

/** The tags of both leads; one removed from the first stays removed. */
export function unitedTags({ tagMarks }: Pick<LeadRecord, "tagMarks">, other: Pick<LeadRecord, "tagMarks">): TagMark[] {
  const more = other.tagMarks.filter(({ id }) => !tagMarks.some((mark) => mark.id === id));
  return more.length === 0 ? tagMarks : [...tagMarks, ...more];
}
