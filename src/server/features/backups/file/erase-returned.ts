import { inflateRawSync } from "node:zlib";
import type { Watch } from "#server/features/backups/file/make-backup.ts";
import type { Cell, LoadTarget, TableReader } from "#server/db/backup/snapshot.ts";
import { erasePerson } from "#server/db/people/erase-person.ts";
import { addressesIn, erasedTester } from "#server/db/erasure/erased-keys.ts";

/**
 * Erases people again who are in the backup but were erased later, before anyone sees the data. Finds them by email
 * address anywhere in the database and returns their number. Throws too_many_records, and the signal's reason.
 */
export async function eraseReturned(target: LoadTarget, at: Date, { signal, progress }: Watch): Promise<number> {
  const returned = await returnedAddresses(target, signal);
  let erased = 0;
  for (const address of returned) {
    progress("Erasing", "again", erased);
    signal.throwIfAborted();
    await erasePerson(target.works, address, at.toISOString());
    erased += 1;
  }
  return erased;
}

async function returnedAddresses(reader: TableReader, signal: AbortSignal): Promise<Set<string>> {
  const returned = new Set<string>();
  const tables = await reader.tables();
  const valuesOf = async (name: string, column: string): Promise<string[]> => {
    const shape = tables.find((table) => table.name === name);
    const values: string[] = [];
    if (shape === undefined) return values;
    const place = shape.columns.indexOf(column);
    for await (const rows of reader.rows(shape)) {
      values.push(...rows.map((row) => row[place]).filter((value) => typeof value === "string"));
    }
    return values;
  };
  const [salt] = await valuesOf("erasure_salt", "salt");
  if (salt === undefined) return returned;
  const isErased = erasedTester(salt, new Set(await valuesOf("erased_keys", "key_hash")));
  for (const shape of tables) {
    for await (const rows of reader.rows(shape)) {
      signal.throwIfAborted();
      for (const address of addressesIn(rows.flat().map(textOf))) {
        if (!returned.has(address) && isErased({ kind: "email", key: address })) returned.add(address);
      }
    }
  }
  return returned;
}

/** A value as searchable text; bytes are decompressed if possible. */
function textOf(cell: Cell): string {
  if (typeof cell !== "object" || cell === null) return typeof cell === "string" ? cell : "";
  const bytes = Buffer.from(cell.base64, "base64");
  try {
    return inflateRawSync(bytes).toString();
  } catch {
    // Part of an uploaded file rather than a stored page.
    return bytes.toString("latin1");
  }
}
