import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LeadCount } from "#server/db/engine/lead-count.ts";
import { dueWords } from "#server/features/next-steps/next-steps.ts";
import { dayIn } from "#server/features/reports/content/zoned-words.ts";
import type { NextDigest } from "#server/features/digests/digests-due.ts";
import type { Workspace } from "#server/workspace.ts";

/** Leads of a person that have something in common. */
export interface DigestSection {
  title: string;
  /** How the subject counts them: "3 new for you". */
  words: string;
  total: LeadCount;
  /** The first of them, each with what to know. */
  leads: { lead: LeadRow; note: string }[];
  /** The list with all of them, after "/leads?". */
  query: string;
}

/**
 * What a person's digest says, without empty sections. Each is a list of their leads as the Leads screen shows it: the
 * counts and leads come from the same filter that its link opens.
 */
export async function digestSections(
  { store, clock }: Pick<Workspace, "store" | "clock">,
  { account, time: { timeZone }, window }: Pick<NextDigest, "account" | "time" | "window">,
): Promise<DigestSection[]> {
  const from = window.from.toISOString();
  const today = dayIn(clock(), timeZone);
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, today.length);
  const due = ({ nextStep }: LeadRow): string =>
    nextStep === null ? "" : `${nextStep.text}, ${dueWords(nextStep.due)}`;
  // In the order of the email, with the list's own address where it has words for the filter.
  const lists = [
    { title: "New for you", words: "new for you", filter: { from }, sort: "-score", address: { from } },
    {
      title: "Due today",
      words: "due today",
      filter: { dueFrom: today, dueBefore: tomorrow },
      sort: "nextStep",
      address: { nextStep: "today" },
      note: async (lead: LeadRow) => due(lead),
    },
    {
      title: "Overdue",
      words: "overdue",
      filter: { dueBefore: today },
      sort: "nextStep",
      address: { nextStep: "overdue" },
      note: async (lead: LeadRow) => due(lead),
    },
    {
      title: "Changed since yesterday",
      words: "changed",
      filter: { changedFrom: from, to: from },
      sort: "-score",
      address: { changedFrom: from, to: from },
      note: async ({ id }: LeadRow) => {
        const [latest] = await store.journal.ofLead(id, 1);
        return latest === undefined || latest.at < from ? "" : latest.title;
      },
    },
  ] as const satisfies readonly {
    title: string;
    words: string;
    filter: LeadFilter;
    sort: string;
    address: Record<string, string>;
    note?: (lead: LeadRow) => Promise<string>;
  }[];

  const sections: DigestSection[] = [];
  for (const { title, words, filter, sort, address, ...more } of lists) {
    const owned = { ...filter, owner: account.id };
    const total = await store.leads.count(owned);
    if (total.count === 0) continue;
    const { json } = await store.leads.list({ ...owned, sort, view: "row", limit: LIMITS.digest.leadsPerSection });
    // The database writes it by the contract.
    const leads = JSON.parse(json) as LeadRow[];
    const note = "note" in more ? more.note : async () => "";
    sections.push({
      title,
      words,
      total,
      leads: await Promise.all(leads.map(async (lead) => ({ lead, note: await note(lead) }))),
      query: new URLSearchParams({ owner: "me", ...address, sort }).toString(),
    });
  }
  return sections;
}
