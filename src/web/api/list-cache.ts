import type { QueryClient, QueryKey } from "@tanstack/react-query";

interface Item {
  id: string;
}

/** Puts a record into a cached list: in its place where its id is known, else at the end. */
export function putInList(client: QueryClient, key: QueryKey, record: Item): void {
  client.setQueryData<Item[]>(key, (list) => {
    if (list === undefined) return undefined;
    return list.some((item) => item.id === record.id)
      ? list.map((item) => (item.id === record.id ? record : item))
      : [...list, record];
  });
}

/**
 * Shows a change of one record of a cached list before the server has answered, null to take the record out.
 * Returns what puts the former list back when the server refuses.
 */
export async function showInList<T extends Item>(
  client: QueryClient,
  key: QueryKey,
  id: string,
  change: Partial<T> | null,
): Promise<{ rollBack: () => void }> {
  await client.cancelQueries({ queryKey: key });
  const former = client.getQueryData<T[]>(key);
  client.setQueryData<T[]>(key, (list) =>
    change === null
      ? list?.filter((item) => item.id !== id)
      : list?.map((item) => (item.id === id ? { ...item, ...change } : item)),
  );
  return { rollBack: () => client.setQueryData(key, former) };
}
