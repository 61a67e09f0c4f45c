import { acting } from "#server/platform/acting.ts";
import type { Acted } from "#server/store/act.ts";
import type { Records } from "#server/store/records.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the history says of an act: never a secret. */
export interface Told {
  kind: NewJournalEntry["kind"];
  title: string;
  description?: string;
}

/**
 * Changes records for the person at the machine as one act of the history, which its `actId` takes back; null when nothing
 * changed. `write` may run more than once, and rejects the whole act by throwing.
 */
export async function act<T>(
  workspace: Pick<Workspace, "store" | "feed" | "clock">,
  told: Told | ((done: T) => Told),
  write: (records: Records) => Work<T>,
): Promise<Acted<T>> {
  const { store, feed } = workspace;
  const acted = await store.act(
    (done: T) => actEntry(workspace, typeof told === "function" ? told(done) : told),
    write,
  );
  if (acted.actId !== null) feed.changed(["activity"]);
  return acted;
}

/** What a patch does to a record, as its act says it. */
export function changeWord(patch: { isActive?: boolean | undefined }): string {
  if (Object.keys(patch).join() !== "isActive") return "changed";
  return `switched ${patch.isActive === true ? "on" : "off"}`;
}

/** The journal's entry of an act of the person at the machine, now. */
export function actEntry(
  { clock }: Pick<Workspace, "clock">,
  { kind, title, description = "" }: Told,
): NewJournalEntry {
  return { kind, type: "other", title, description, by: acting().by, at: clock().toISOString(), leadId: null };
}
