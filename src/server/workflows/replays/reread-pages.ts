import type { RawLead } from "#shared/raw-lead.ts";
import type { RawInput } from "#server/intake/raw-input.ts";
import type { RereadTarget, SiteRereader } from "#server/sources/website/reread-site.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Reads the pages that named leads again. */
export interface PageRereading {
  /** Null unless all of its pages are kept, for it may be put together from several, and when it is not on them any more. */
  reread(input: RawInput): Promise<RawLead | null>;
}

export function createPageRereading({ store }: Pick<Workspace, "store">): PageRereading {
  let reader: SiteRereader | null = null;
  const targets = new Map<string, Promise<RereadTarget | null>>();
  return {
    async reread({ rowKey, raw }) {
      // What reads pages is loaded where there is one to read.
      const { keptRecord, SiteRereader: Reader } = await import("#server/sources/website/reread-site.ts");
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
        if (lead !== null) return lead;
      }
      return null;
    },
  };
}
