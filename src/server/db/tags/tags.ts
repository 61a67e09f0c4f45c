import type { Tag } from "#shared/contract/leads/tag.ts";
import { LIMITS } from "#shared/limits.ts";
import { TAG_COLORS } from "#shared/tags.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable, unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { calledByName, type RecordsTable, stored, type StoredRow } from "#server/db/engine/table.ts";
import type { Work } from "#server/db/engine/sql.ts";

export interface TagRecord extends Pick<Tag, "id" | "name" | "color" | "createdAt"> {
  /** The tag it was merged into. Leads keep its id, so that a merge takes one write and can be undone. */
  mergedInto: string | null;
}

export const TAGS: RecordsTable<TagRecord> = {
  name: "tags",
  fields: { name: stored.plain(), color: stored.plain(), mergedInto: stored.id(), createdAt: stored.plain() },
  backup: "all",
  seen: "all",
  people: {
    kind: "Tags",
    key: ["id"],
    texts: ["name"],
    hidden: ["merged_into"],
    ofPerson: "redact",
  },
  undo: { called: calledByName("tag"), topics: ["tags", "leads"], refuses: refuseTags },
};

function refuseTags(rows: readonly StoredRow[]): string | null {
  const shown = rows.filter((row) => row["merged_into"] === null);
  if (shown.length > LIMITS.tag.tags) return tooMany();
  const keys = new Set<string>();
  for (const { name } of rows) {
    const key = nameKey(String(name));
    if (keys.has(key)) return `There is another tag “${String(name)}” now.`;
    keys.add(key);
  }
  return null;
}

function tooMany(): string {
  return `You can have up to ${LIMITS.tag.tags} tags. Delete or merge some first.`;
}

type NewTag = Pick<TagRecord, "name" | "createdAt"> & Partial<Pick<TagRecord, "color">>;

export function tagWrites(watch: Watch = unwatched) {
  const tags = recordTable(TAGS, watch);

  function* create({ name, color, createdAt }: NewTag): Work<TagRecord> {
    const shown = (yield* tags.list()).filter(({ mergedInto }) => mergedInto === null);
    if (shown.length >= LIMITS.tag.tags) throw conflict("too_many_tags", tooMany());
    const uses = (one: TagRecord["color"]): number => shown.filter((tag) => tag.color === one).length;
    const [rarest] = TAG_COLORS.toSorted((one, other) => uses(one) - uses(other));
    return yield* tags.create({ name, color: color ?? rarest ?? TAG_COLORS[0], mergedInto: null, createdAt });
  }

  return {
    ...tags,
    create,
    /**
     * The tags of these names, created if unknown, without a color in the one used least; a merged tag's name means the
     * one it was merged into. Throws too_many_tags.
     */
    *named(names: readonly string[], at: string): Work<TagRecord[]> {
      const known = yield* tags.list();
      const found = new Map<string, TagRecord>();
      for (const name of names) {
        const same = tagNamed(known, name) ?? (yield* create({ name, createdAt: at }));
        if (!known.includes(same)) known.push(same);
        found.set(same.id, same);
      }
      return [...found.values()];
    },
  };
}

export function tagStore(engine: Engine) {
  const tags = recordTable(TAGS);
  const all = (): Promise<TagRecord[]> => engine.run(() => tags.list());
  return {
    all,
    /** Tags that aren't merged, by name. */
    list: async () =>
      (await all())
        .filter(({ mergedInto }) => mergedInto === null)
        .toSorted((one, other) => nameKey(one.name).localeCompare(nameKey(other.name), "en")),
  };
}

/** The tag of this name, or the one it was merged into. */
export function tagNamed(tags: readonly TagRecord[], name: string): TagRecord | undefined {
  const same = tags.find((tag) => nameKey(tag.name) === nameKey(name));
  return same === undefined ? undefined : shownTag(tags, same.id);
}

/** The tag that this id means now; undefined if it was deleted. */
export function shownTag(tags: readonly TagRecord[], id: string): TagRecord | undefined {
  const tag = tags.find((one) => one.id === id);
  return tag === undefined || tag.mergedInto === null ? tag : tags.find((one) => one.id === tag.mergedInto);
}
