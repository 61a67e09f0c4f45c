import type { NewTag, Tag, TagUpdate } from "#shared/contract/leads/tag.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { conflict, invalid, notFound } from "#server/platform/errors.ts";
import type { NormalRow } from "#server/pipeline/intake/decide-batch.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { tagIdsOf } from "#server/db/leads/lead-tags.ts";
import { shownTag, tagNamed, type TagRecord } from "#server/db/tags/tags.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { act, type ActionEntry, refuseStale, withVersion } from "#server/features/journal/act.ts";
import type { Workspace } from "#server/workspace.ts";

type Shared = Pick<Workspace, "store" | "feed" | "clock">;

/** All tags, by name. */
export async function listTags({ store }: Pick<Workspace, "store">): Promise<Tag[]> {
  return (await store.tags.list()).map(contractTag);
}

/** Adds a tag. Throws tag_exists and too_many_tags (409). */
export async function addTag(workspace: Shared, { name, color }: NewTag): Promise<Acted<Tag>> {
  const createdAt = workspace.clock().toISOString();
  return changeTags(workspace, titled("added"), function* ({ tags }) {
    refuseTaken(yield* tags.list(), name, null);
    return yield* tags.create({ name, createdAt, ...(color !== undefined && { color }) });
  });
}

/** Renames or recolors a tag, also in the rules that add it. Throws not_found, stale, and tag_exists (409). */
export async function changeTag(workspace: Shared, id: string, patch: TagUpdate): Promise<Acted<Tag>> {
  const { version, ...change } = patch;
  return changeTags(workspace, titled("changed"), function* (records) {
    const { tags } = records;
    const current = yield* requireTag(records, id);
    refuseStale({ noun: "tag", table: "tags", key: id, record: current, version });
    if (change.name !== undefined && change.name !== current.name) {
      refuseTaken(yield* tags.list(), change.name, id);
      yield* changeRuleTags(records, current.name, change.name);
    }
    return (yield* tags.update(id, definedFields(change))) ?? current;
  });
}

/** Merges a tag into another one on every lead and in every rule. Throws not_found, and invalid for the tag itself. */
export async function mergeTag(workspace: Shared, id: string, into: string): Promise<Acted<Tag>> {
  if (id === into) throw invalid("into", "Choose another tag to merge into.");
  let merged = "";
  const entry = ({ name }: TagRecord): ActionEntry => ({
    kind: "tag",
    title: `Tag “${merged}” merged into “${name}”`,
  });
  return changeTags(workspace, entry, function* (records) {
    const tag = yield* requireTag(records, id);
    const target = yield* requireTag(records, into);
    merged = tag.name;
    for (const one of yield* records.tags.list()) {
      if (one.id === id || one.mergedInto === id) yield* records.tags.update(one.id, { mergedInto: into });
    }
    yield* changeRuleTags(records, tag.name, target.name);
    return target;
  });
}

/** Deletes a tag from all leads and rules. Throws not_found. */
export async function deleteTag(workspace: Shared, id: string): Promise<Acted<Tag>> {
  return changeTags(workspace, titled("deleted"), function* (records) {
    const tag = yield* requireTag(records, id);
    // Those merged into it would otherwise reserve their names.
    for (const one of yield* records.tags.list()) if (one.mergedInto === id) yield* records.tags.remove(one.id);
    yield* records.tags.remove(id);
    yield* changeRuleTags(records, tag.name, null);
    return tag;
  });
}

/** The ids of the tags with these names, in order; unknown ones are created. Throws too_many_tags (409). */
export async function idsOfTags(workspace: Shared, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const known = await workspace.store.tags.all();
  const found = names.map((name) => tagNamed(known, name));
  if (found.every((tag) => tag !== undefined)) return [...new Set(found.map(({ id }) => Number(id)))];
  const at = workspace.clock().toISOString();
  const { done } = await act(
    workspace,
    ({ added }: { all: TagRecord[]; added: string[] }): ActionEntry => ({
      kind: "tag",
      title: added.length === 1 ? `Tag “${added[0] ?? ""}” added` : `${added.length} tags added`,
      description: added.length === 1 ? "" : added.join(", "),
    }),
    function* ({ tags }) {
      const before = new Set((yield* tags.list()).map(({ id }) => id));
      const all = yield* tags.named(names, at);
      return { all, added: all.filter(({ id }) => !before.has(id)).map(({ name }) => name) };
    },
  );
  return done.all.map(({ id }) => Number(id));
}

/** These rows with the ids of their tags; unknown tags are created. Throws too_many_tags (409). */
export async function withTagIds(workspace: Shared, rows: readonly NormalRow[]): Promise<NormalRow[]> {
  const names = [...new Set(rows.flatMap(({ raw }) => raw.tags ?? []))];
  if (names.length === 0) return [...rows];
  await idsOfTags(workspace, names);
  const known = await workspace.store.tags.all();
  const idOf = new Map(names.map((name) => [name, Number(tagNamed(known, name)?.id ?? 0)]));
  return rows.map((row) => {
    const tagIds = row.raw.tags?.flatMap((name) => idOf.get(name) || []);
    return tagIds === undefined ? row : { ...row, raw: { ...row.raw, tagIds } };
  });
}

/** The tag that an id on a lead means now; null if it was deleted. */
export function shownId(tags: readonly TagRecord[]): (id: number) => number | null {
  const ids = new Map(tags.map(({ id }) => [Number(id), Number(shownTag(tags, id)?.id ?? 0) || null]));
  return (id) => ids.get(id) ?? null;
}

/** The names of a lead's tags, in alphabetical order. */
export function tagNamesOf({ tagMarks }: Pick<LeadRecord, "tagMarks">, tags: readonly TagRecord[]): string[] {
  const names = tagIdsOf(tagMarks).flatMap((id) => shownTag(tags, String(id))?.name ?? []);
  return [...new Set(names)].toSorted();
}

/** Merged tags still have their names, so that nobody creates them again by accident. */
function refuseTaken(tags: readonly TagRecord[], name: string, id: string | null): void {
  const isOwn = (tag: TagRecord): boolean => id !== null && (tag.id === id || tag.mergedInto === id);
  const taken = tags.find((tag) => !isOwn(tag) && nameKey(tag.name) === nameKey(name));
  if (taken === undefined) return;
  const target = tagNamed(tags, name);
  const advice = id === null ? "" : " To combine both, merge them.";
  throw conflict(
    "tag_exists",
    target === undefined || target === taken
      ? `There is already a tag “${taken.name}”.${advice}`
      : `“${taken.name}” was merged into “${target.name}”. Choose another name.`,
  );
}

function* requireTag({ tags }: Pick<Records, "tags">, id: string): Work<TagRecord> {
  const tag = yield* tags.get(id);
  if (tag === null || tag.mergedInto !== null) throw notFound("tag");
  return tag;
}

function* changeRuleTags({ rules }: Pick<Records, "rules">, from: string, to: string | null): Work<void> {
  for (const rule of yield* rules.list()) {
    if (rule.tag !== null && nameKey(rule.tag) === nameKey(from)) yield* rules.update(rule.id, { tag: to });
  }
}

function titled(what: string): (tag: TagRecord) => ActionEntry {
  return ({ name }) => ({ kind: "tag", title: `Tag “${name}” ${what}` });
}

async function changeTags(
  workspace: Shared,
  entry: (tag: TagRecord) => ActionEntry,
  write: (records: Records) => Work<TagRecord>,
): Promise<Acted<Tag>> {
  const { done, actId } = await act(workspace, entry, write);
  return { done: contractTag(done), actId };
}

function contractTag({ mergedInto: _target, ...tag }: TagRecord): Tag {
  return withVersion("tag", tag);
}
