import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { LongSubmission } from "#web/screens/leads/sheet/long-submission.tsx";
import { RawText } from "#web/screens/leads/sheet/raw-text.tsx";

/** Raw input exactly as stored, as text. */
export function RawInput({ lead }: { lead: LeadDetail }) {
  return (
    <>
      <RawText label="Original data" text={rawText(lead)} />
      {longSubmissionsIn(lead.rawData).map((id) => (
        <LongSubmission key={id} id={id} />
      ))}
    </>
  );
}

function rawText({ rawData, sourceData }: LeadDetail): string {
  const hasSourceData = sourceData !== null && Object.keys(sourceData).length > 0;
  return JSON.stringify(hasSourceData ? { rawData, sourceData } : (rawData ?? null), null, 2);
}

/** Ids of long submissions, of which only the id is stored with the lead. */
function longSubmissionsIn(rawData: unknown): string[] {
  if (!Array.isArray(rawData)) return [];
  return rawData.flatMap((input: { source?: unknown; raw?: { submissionId?: unknown } | null } | null) => {
    const id = input?.source === "form" ? input.raw?.submissionId : undefined;
    return typeof id === "string" && Object.keys(input?.raw ?? {}).length === 1 ? [id] : [];
  });
}
