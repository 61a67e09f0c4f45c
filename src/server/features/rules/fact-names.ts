import type { LeadRecord } from "#shared/lead-record.ts";
import type { Workspace } from "#server/workspace.ts";

/** The newest leads cover current sources; reading all would take long. */
const LEADS_READ = 500;
/** A longer list wouldn't help anyone choose. */
const MOST_NAMES = 100;

/** The names of extra columns and answers in the newest leads, in alphabetical order. */
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
