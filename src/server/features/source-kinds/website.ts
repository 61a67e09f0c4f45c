import { EXTRACTOR_VERSION } from "#server/pipeline/sources/website/extract/extractor-version.ts";
import type { RereadTarget, SiteRereader } from "#server/pipeline/sources/website/reread-site.ts";
import { readingOf, type SourceKindCode, type StoredRowReader } from "#server/features/source-kinds/source-kind.ts";
import type { Workspace } from "#server/workspace.ts";

export const website: SourceKindCode<"website"> = {
  place: ({ locator }) => (/^https?:\/\//iu.test(locator) ? { kind: "page", target: locator } : null),
  reader: { version: EXTRACTOR_VERSION, open: openPages },
};

/**
 * Rereads leads from stored pages; null if one is missing, since a lead may combine several, or if the lead is no
 * longer on them.
 */
function openPages({ store }: Pick<Workspace, "store">): ReturnType<StoredRowReader["open"]> {
  let reader: SiteRereader | null = null;
  const targets = new Map<string, Promise<RereadTarget | null>>();
  return async ({ rowKey, raw }) => {
    // Loaded only if there is a page to read.
    const { storedRecord: keptRecord, SiteRereader: Reader } =
      await import("#server/pipeline/sources/website/reread-site.ts");
    const kept = keptRecord(raw);
    if (kept === null || kept.pages.length === 0) return null;
    for (const [targetId, found] of await store.replays.pages(kept.pages)) {
      const byUrl = new Map(found.map((page) => [page.url, page]));
      const pages = kept.pages.flatMap((url) => byUrl.get(url) ?? []);
      const target = targets.get(targetId) ?? store.scrapes.get(targetId);
      targets.set(targetId, target);
      const of = await target;
      if (of === null || pages.length < kept.pages.length) continue;
      reader ??= new Reader();
      const lead = reader.reread(rowKey, kept, of, pages);
      if (lead !== null) return readingOf(lead);
    }
    return null;
  };
}
