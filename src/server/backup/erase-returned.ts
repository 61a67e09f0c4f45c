import { inflateRawSync } from "node:zlib";
import type { Watch } from "#server/backup/make-backup.ts";
import type { Cell } from "#server/store/backup/cell.ts";
import type { LoadTarget, TableReader } from "#server/store/backup/snapshot.ts";
import { erasePerson } from "#server/store/people/erase-person.ts";
import { addressesIn, erasedTester } from "#server/store/people/erased-keys.ts";

/**
 * Erases whoever a restored database remembers as erased and yet holds, because the backup is older, before anybody sees
 * it; answers how many people. Found by their e-mail addresses, wherever these stand. Throws too_many_records, and what
 * the signal was aborted with.
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
