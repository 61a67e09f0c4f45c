import type { QueryClient, QueryKey } from "@tanstack/react-query";

interface Item {
  id: string;
}

/** Inserts or replaces a record in a cached list; new ones go at the end. The answer may not contain the record. */
export function putInList(client: QueryClient, key: QueryKey, record: Item): void {
  client.setQueryData<Item[]>(key, (list) => {
    if (list === undefined || record.id === "") return list;
    return list.some((item) => item.id === record.id)
      ? list.map((item) => (item.id === record.id ? record : item))
      : [...list, record];
  });
}

/** Optimistically changes one record of a cached list; null removes it. Returns the rollback. */
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
