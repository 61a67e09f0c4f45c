import { cutWhole } from "#shared/text/cut-whole.ts";
import { hash } from "node:crypto";
import type { StoredLead } from "#shared/lead-record.ts";
import { rawInputsOf, readerOf, type RawInput } from "#server/pipeline/intake/raw-input.ts";
import { emailKeysOf, rereadLead, type Reread, type RereadChange } from "#server/pipeline/intake/reread-lead.ts";
import type { ReplayLead, ReplayRecord, ShownChange } from "#server/db/replays/replays.ts";
import { hasReader, isOutdated, readerVersion, type Rereader } from "#server/features/replays/readers.ts";
import type { Workspace } from "#server/workspace.ts";

const SHOWN_LENGTH = 300;

/** The result of reading a lead's rows again; nothing is written. */
export interface ReplayedLead {
  /** Not scored yet; the same object if nothing changes. */
  after: StoredLead;
  rowsRead: number;
  rowsUnreadable: number;
  /** Null if nothing changes. */
  changed: ReplayLead | null;
}

/** Reads the rows of a lead that a replay covers with the current readers and intake's own rules. */
export async function replayLead(
  { store, clock }: Pick<Workspace, "store" | "clock">,
  rereader: Rereader,
  lead: StoredLead,
  { source, all }: Pick<ReplayRecord, "source" | "all">,
): Promise<ReplayedLead> {
  const inputs = rawInputsOf(lead.rawData).filter(
    (input) => hasReader(input.source) && (source === null || input.source === source) && (all || isOutdated(input)),
  );
  const rereads: Reread[] = [];
  for (const input of inputs) {
    const raw = await rereader.reread(input);
    if (raw !== null) rereads.push({ input, raw });
  }
  const taken = await takenEmails(store, lead, rereads);
  const { lead: after, changes } = rereadLead(lead, rereads, {
    now: clock().toISOString(),
    isEmailTaken: (key) => taken.has(key),
  });
  return {
    after,
    rowsRead: rereads.length,
    rowsUnreadable: inputs.length - rereads.length,
    changed:
      changes.length === 0
        ? null
        : { leadId: lead.id, name: lead.name || lead.email, changes: changes.map(shown), mark: markOf(changes) },
  };
}

/** The emails of readings that belong to other leads or to an erased person. */
async function takenEmails(
  store: Workspace["store"],
  { id, emailKey }: StoredLead,
  rereads: readonly Reread[],
): Promise<ReadonlySet<string>> {
  const emailKeys = emailKeysOf(rereads).filter((key) => key !== emailKey);
  if (emailKeys.length === 0) return new Set();
  const { leads, erased } = await store.leads.known({ emailKeys, phoneKeys: [], source: { id: null, rowKeys: [] } });
  const ofOthers = leads.flatMap((other) => (other.id === id ? [] : (other.emailKey ?? [])));
  return new Set([...ofOthers, ...erased.emailKeys]);
}

function shown({ field, before, after, input }: RereadChange): ShownChange {
  return { field, before: cut(before), after: cut(after), why: whyOf(input) };
}

/** "fair.csv, row 7: read by version 2, before by 1". */
function whyOf(input: RawInput): string {
  const { source, sourceName, locator } = input;
  const place = locator.includes(sourceName) ? locator : [sourceName, locator].filter(Boolean).join(", ");
  const version = hasReader(source) ? readerVersion(source) : readerOf(input);
  return `${place}: reprocessed with parser version ${version}${version === readerOf(input) ? "" : `, previously ${readerOf(input)}`}`;
}

function cut(text: string): string {
  return text.length > SHOWN_LENGTH ? `${cutWhole(text, SHOWN_LENGTH)}…` : text;
}

function markOf(changes: readonly RereadChange[]): string {
  const values = changes.map(({ field, before, after }) => [field, before, after]);
  return hash("sha256", JSON.stringify(values), "base64url");
}
