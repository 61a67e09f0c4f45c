import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

/** Reads a page after `start`, which is empty for the first. */
type ReadPage<Page> = (start: { cursor?: string }, signal: AbortSignal) => Promise<Page>;

/** A paginated query. */
export function pagesQuery<Page extends { nextCursor: string | null }, const Key extends QueryKey>(
  queryKey: Key,
  read: ReadPage<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export interface LinkedPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The page in a response whose Link header names the next one. */
export function linkedPage<Item>({ data, headers }: { data: Item[]; headers: Headers }): LinkedPage<Item> {
  return { items: data, nextCursor: nextCursor(headers.get("link")) };
}

/** Cursor of the Link header's rel="next" (RFC 8288); null on the last page. */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
  return target === undefined ? null : new URL(target, "http://localhost").searchParams.get("cursor");
}
