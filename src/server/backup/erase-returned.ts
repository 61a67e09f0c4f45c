import { inflateRawSync } from "node:zlib";
import { openSnapshot } from "#server/backup/make-backup.ts";
import type { Cell } from "#server/store/backup/cell.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import { openStore, type StoreOptions } from "#server/store/open-store.ts";
import { addressesIn, erasedTester } from "#server/store/people/erased-keys.ts";

/**
 * Erases whoever a restored store remembers as erased and yet holds, because the backup is older; answers how many
 * people. Found by their e-mail addresses, wherever in the store these stand. Throws too_many_records, store_unreachable.
 */
export async function eraseReturned(
  source: LeadsAddress,
  options: StoreOptions,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<number> {
  const returned = await returnedAddresses(source, signal);
  if (returned.size === 0) return 0;
  const store = await openStore(options);
  try {
    for (const address of returned) {
      signal.throwIfAborted();
      await store.people.erase(address, at.toISOString());
    }
    return returned.size;
  } finally {
    await store.close();
  }
}

async function returnedAddresses(source: LeadsAddress, signal: AbortSignal): Promise<Set<string>> {
  const returned = new Set<string>();
  const snapshot = await openSnapshot(source);
  try {
    const tables = await snapshot.tables();
    const valuesOf = async (name: string, column: string): Promise<string[]> => {
      const shape = tables.find((table) => table.name === name);
      const values: string[] = [];
      if (shape === undefined) return values;
      const place = shape.columns.indexOf(column);
      for await (const rows of snapshot.rows(shape)) {
        values.push(...rows.map((row) => row[place]).filter((value) => typeof value === "string"));
      }
      return values;
    };
    const [salt] = await valuesOf("erasure_salt", "salt");
    if (salt === undefined) return returned;
    const isErased = erasedTester(salt, new Set(await valuesOf("erased_keys", "key_hash")));
    for (const shape of tables) {
      for await (const rows of snapshot.rows(shape)) {
        signal.throwIfAborted();
        for (const address of addressesIn(rows.flat().map(textOf))) {
          if (!returned.has(address) && isErased({ kind: "email", key: address })) returned.add(address);
        }
      }
    }
    return returned;
  } finally {
    await snapshot.close();
  }
}

/** A value as text in which addresses can be looked for: of bytes what they are, or what they unpack to. */
function textOf(cell: Cell): string {
  if (typeof cell !== "object" || cell === null) return typeof cell === "string" ? cell : "";
  const bytes = Buffer.from(cell.base64, "base64");
  try {
    return inflateRawSync(bytes).toString();
  } catch {
    // A piece of an uploaded file, and not a kept page.
    return bytes.toString("latin1");
  }
}
