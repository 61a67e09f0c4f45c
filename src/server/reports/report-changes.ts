import type { StatusChanges } from "#server/store/report-types.ts";
import { cleanLine, countOf } from "#server/reports/report-words.ts";
import { momentIn } from "#server/reports/zoned-words.ts";

/** What a report tells of the time since the one before it. */
export interface ReportSpan {
  from: Date;
  to: Date;
  timeZone: string;
  changes: StatusChanges;
  /** Leads that rules have qualified and nobody has decided. */
  waiting: { count: number; exact: boolean };
}

/** One lead that was decided or no longer qualifies. */
export interface ChangedLine {
  name: string;
  what: string;
}

/** What changed, in words that both halves of the report show. */
export interface ChangesContent {
  /** The span, by whose clock, and how many leads changed in it. */
  sentence: string;
  groups: { title: string; lines: ChangedLine[]; more: string }[];
}

/** Brings what changed into words. Newly qualified leads are only counted: each has its place among those below. */
export function reportChanges({ from, to, timeZone, changes, waiting }: ReportSpan): ChangesContent {
  const { newlyQualified, decided, noLongerQualified, isExact } = changes;
  const counts = [
    [newlyQualified.count, "newly qualified"],
    [decided.count, "decided"],
    [noLongerQualified.count, "no longer qualified"],
  ] as const;
  const told = counts.map(([count, what]) => `${count.toLocaleString("en-US")}${isExact ? "" : " or more"} ${what}`);
  const wait = `${countOf(waiting.count, "lead")}${waiting.exact ? "" : " or more"} ${waiting.count === 1 ? "waits" : "wait"}`;
  const groups = [
    {
      title: "Decided",
      of: decided,
      what: ({ status }: { status: string }) => (status === "approved" ? "approved" : "rejected"),
    },
    { title: "No longer qualified", of: noLongerQualified, what: ({ score }: { score: number }) => `score ${score}` },
  ];
  return {
    sentence: `From ${momentIn(from, timeZone)} to ${momentIn(to, timeZone)} (${timeZone}): ${told.join(", ")}. ${wait} for a decision.`,
    groups: groups
      .filter(({ of }) => of.leads.length > 0)
      .map(({ title, of, what }) => ({
        title,
        lines: of.leads.map((lead) => ({ name: cleanLine(lead.name) || lead.email, what: what(lead) })),
        more: of.count > of.leads.length ? `And ${(of.count - of.leads.length).toLocaleString("en-US")} more.` : "",
      })),
  };
}
