import { counted } from "#shared/counted.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { StatusChanges } from "#server/db/reports/report-decisions.ts";
import { mailedAddress, mailedLine } from "#server/delivery/mail/mailed-words.ts";
import { momentIn } from "#server/platform/english-dates.ts";

/** The time span since the previous report, and its changes. */
export interface ReportSpan {
  from: Date;
  to: Date;
  timeZone: string;
  changes: StatusChanges;
  /** Leads that rules qualified and nobody has decided on. */
  waiting: { count: number; exact: boolean };
}

/** A lead that was decided or no longer qualifies. */
export interface ChangedLine {
  name: string;
  what: string;
}

/** The changes, as shown in both HTML and plain text. */
export interface ChangesContent {
  /** The span, its time zone, and how many leads changed. */
  sentence: string;
  groups: { title: string; lines: ChangedLine[]; more: string }[];
}

/** Describes the changes. Newly qualified leads are only counted, since the list below shows each. */
export function reportChanges({ from, to, timeZone, changes, waiting }: ReportSpan): ChangesContent {
  const { newlyQualified, decided, noLongerQualified, isExact } = changes;
  const counts = [
    [newlyQualified.count, "newly qualified"],
    [decided.count, "decided"],
    [noLongerQualified.count, "no longer qualified"],
  ] as const;
  const parts = counts.map(([count, what]) => `${count.toLocaleString("en-US")}${isExact ? "" : " or more"} ${what}`);
  const wait = `${counted(waiting.count, "lead")}${waiting.exact ? "" : " or more"} ${waiting.count === 1 ? "is waiting" : "are waiting"}`;
  const groups = [
    {
      title: "Decided",
      of: decided,
      what: ({ status }: { status: string }) => (status === "approved" ? "approved" : "rejected"),
    },
    { title: "No longer qualified", of: noLongerQualified, what: ({ score }: { score: number }) => `score ${score}` },
  ];
  return {
    sentence: `From ${momentIn(from, timeZone)} to ${momentIn(to, timeZone)} (${timeZone}): ${parts.join(", ")}. ${wait} for a decision.`,
    groups: groups
      .filter(({ of }) => of.leads.length > 0)
      .map(({ title, of, what }) => ({
        title,
        lines: of.leads.map((lead) => ({
          name: leadTitle({
            name: mailedLine(lead.name),
            email: mailedAddress(lead.email),
            company: mailedLine(lead.company),
          }),
          what: what(lead),
        })),
        more: of.count > of.leads.length ? `And ${(of.count - of.leads.length).toLocaleString("en-US")} more.` : "",
      })),
  };
}
