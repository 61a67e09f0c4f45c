import type { LeadRecord, TagMark } from "#shared/lead-record.ts";
import { formatTags } from "#shared/text/tag-cell.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

export const LEAD_TAGS: Table = {
  name: "lead_tags",
  backup: "all",
  people: { none: "ids of leads and tags; written and removed with leads" },
  seen: { leads: ["lead_id"] },
};

type Tagged = { id: string } & Pick<LeadRecord, "tagMarks">;

/** The ids of the tags on a lead. */
export function tagIdsOf(marks: readonly TagMark[]): number[] {
  return marks.flatMap(({ id, removed }) => (removed === true ? [] : [id]));
}

/** Indexes the tags of new leads. */
export function* addLeadTags(engine: WorkRunner, leads: readonly Tagged[]): Work<void> {
  const rows = leads.flatMap(({ id, tagMarks }) => tagIdsOf(tagMarks).map((tag) => ({ tag_id: tag, lead_id: id })));
  if (rows.length > 0) yield* engine.sql.insertMany("lead_tags", rows, "on conflict (tag_id, lead_id) do nothing");
}

/** Updates the index after a change of tags. */
export function* changeLeadTags(
  engine: WorkRunner,
  changes: readonly { before: Tagged; after: Pick<LeadRecord, "tagMarks"> }[],
): Work<void> {
  const gone = changes.map(({ before, after }) => {
    const now = tagIdsOf(after.tagMarks);
    return { id: before.id, tags: tagIdsOf(before.tagMarks).filter((tag) => !now.includes(tag)) };
  });
  yield* removePairs(engine, gone);
  yield* addLeadTags(
    engine,
    changes.map(({ before, after }) => ({ id: before.id, tagMarks: after.tagMarks })),
  );
}

/** Removes leads from the index, before they are deleted. */
export function* removeLeadTags(engine: WorkRunner, ids: readonly string[]): Work<void> {
  const tagged = yield* all(
    sql<{ id: string | number; tag_marks: string }>`
      select id, tag_marks from leads where ${engine.sql.isOneOf("id", ids)} and tag_marks is not null`,
  );
  const pairs = tagged.map(({ id, tag_marks }) => ({
    id: String(id),
    tags: tagIdsOf(JSON.parse(tag_marks) as TagMark[]),
  }));
  yield* removePairs(engine, pairs);
}

/** By tag, because the index begins with it. */
function* removePairs(engine: WorkRunner, gone: readonly { id: string; tags: readonly number[] }[]): Work<void> {
  const leadsOf = new Map<number, string[]>();
  for (const { id, tags } of gone) for (const tag of tags) leadsOf.set(tag, [...(leadsOf.get(tag) ?? []), id]);
  for (const [tag, leads] of leadsOf) {
    yield* run(sql`delete from lead_tags where tag_id = ${tag} and ${engine.sql.isOneOf("lead_id", leads)}`);
  }
}

/** Formats stored marks as the names of the tags that still exist, in alphabetical order. */
export function* tagCells(): Work<(marks: unknown) => string> {
  const names = yield* all(
    sql<{ id: string | number; shown: string | number; name: string }>`
      select tags.id, shown.id as shown, shown.name from tags
      join tags shown on shown.id = coalesce(tags.merged_into, tags.id) order by shown.name`,
  );
  const order = new Map(names.map((tag, index) => [Number(tag.id), { ...tag, index }]));
  return (marks) => {
    if (typeof marks !== "string") return "";
    const tags = tagIdsOf(JSON.parse(marks) as TagMark[]).flatMap((id) => order.get(id) ?? []);
    const distinct = new Map(tags.toSorted((a, b) => a.index - b.index).map((tag) => [String(tag.shown), tag.name]));
    return formatTags([...distinct.values()]);
  };
}
