import { Check, Circle } from "lucide-react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import type { MissingInfo } from "#shared/lead-status.ts";

const WORDS: Record<MissingInfo, string> = {
  email: "An email address to write to",
  phone: "A phone number to call",
  company: "The company they work for",
  need: "What they need",
};

const STANDING: Record<LeadDetail["qualificationStatus"], string> = {
  incomplete: "Not everything needed for a first conversation is known.",
  in_progress: "A follow-up question is open.",
  complete: "Everything needed for a first conversation is known.",
};

/** What a sales person would still have to find out. */
export function MissingInformation({ lead }: { lead: LeadDetail }) {
  const missing = new Set<string>(lead.missingInfo);
  return (
    <>
      <p className="text-muted">{STANDING[lead.qualificationStatus]}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {Object.entries(WORDS).map(([what, words]) => {
          const isMissing = missing.has(what);
          const Icon = isMissing ? Circle : Check;
          return (
            <li key={what} className="flex items-center gap-2.5">
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className={isMissing ? "" : "text-muted"}>{words}</span>
              <span className="text-sm text-muted">{isMissing ? "missing" : "known"}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
