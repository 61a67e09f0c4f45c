import { Suppression } from "#shared/contract/follow-up-question.ts";
import type { LoadTarget, TableReader } from "#server/store/backup/snapshot.ts";
import { writeSuppression } from "#server/store/follow-up-write.ts";

/** The addresses that are not written to, and why. */
export type Suppressions = ReadonlyMap<string, Suppression>;

/** Reads which addresses a database does not write to, of whatever version it is. */
export async function readSuppressions(reader: TableReader): Promise<Suppressions> {
  const suppressions = new Map<string, Suppression>();
  const shape = (await reader.tables()).find(({ name }) => name === "mail_suppressions");
  if (shape === undefined) return suppressions;
  for await (const rows of reader.rows(shape)) {
    for (const row of rows) {
      const { address, ...why } = Object.fromEntries(shape.columns.map((column, index) => [column, row[index]]));
      if (typeof address !== "string") continue;
      // Better once too often not written to than written to against somebody's will.
      const suppression = Suppression.catch({ kind: "unsubscribed", reason: "", at: new Date().toISOString() }).parse(
        why,
      );
      suppressions.set(address, suppression);
    }
  }
  return suppressions;
}

/** Adds them to a restored database of this version, so that nobody is written to who said no after the backup. */
export async function keepSuppressions(suppressions: Suppressions, { works }: LoadTarget): Promise<void> {
  await works.transact(function* () {
    for (const [address, suppression] of suppressions) yield* writeSuppression(address, suppression);
  });
}
