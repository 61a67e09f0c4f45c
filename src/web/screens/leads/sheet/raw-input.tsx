import { useState } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { LongSubmission } from "#web/screens/leads/sheet/long-submission.tsx";
import { RawText } from "#web/screens/leads/sheet/raw-text.tsx";

/** What arrived, exactly as it was kept: as text, for those who want to check. */
export function RawInput({ lead }: { lead: LeadDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="border-t border-line pt-5" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="rounded-sm text-lg font-semibold touch:min-h-11 touch:content-center">Raw input</summary>
      <RawText label="Raw input" text={rawText(lead)} />
      {isOpen && longSubmissionsIn(lead.rawData).map((id) => <LongSubmission key={id} id={id} />)}
    </details>
  );
}

function rawText({ rawData, sourceData }: LeadDetail): string {
  const hasSourceData = sourceData !== null && Object.keys(sourceData).length > 0;
  return JSON.stringify(hasSourceData ? { rawData, sourceData } : (rawData ?? null), null, 2);
}

/** The ids of the submissions of which nothing but the id is kept with the lead, because they are long. */
function longSubmissionsIn(rawData: unknown): string[] {
  if (!Array.isArray(rawData)) return [];
  return rawData.flatMap((input: { source?: unknown; raw?: { submissionId?: unknown } | null } | null) => {
    const id = input?.source === "form" ? input.raw?.submissionId : undefined;
    return typeof id === "string" && Object.keys(input?.raw ?? {}).length === 1 ? [id] : [];
  });
}
