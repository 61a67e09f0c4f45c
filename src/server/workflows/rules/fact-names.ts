import type { LeadRecord } from "#shared/lead-record.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Sources of today are in the newest leads; reading all would take long. */
const LEADS_READ = 500;
/** More would help nobody to choose. */
const MOST_NAMES = 100;

/** The names of extra columns and answers that the newest leads have, in the order of the alphabet. */
export async function factNames({ store }: Pick<Workspace, "store">): Promise<string[]> {
  const names = new Set<string>();
  let read = 0;
  for await (const rows of store.leads.streamColumns({}, ["facts"])) {
    for (const [facts = "[]"] of rows) for (const { name } of JSON.parse(facts) as LeadRecord["facts"]) names.add(name);
    read += rows.length;
    if (read >= LEADS_READ || names.size >= MOST_NAMES) break;
  }
  return [...names].toSorted((a, b) => a.localeCompare(b, "en")).slice(0, MOST_NAMES);
}
