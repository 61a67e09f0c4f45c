import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { useQuery } from "@tanstack/react-query";
import { formSubmissionQuery } from "#web/api/forms.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

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

/** A submission too long to be stored with its lead; loaded on demand. */
function LongSubmission({ id }: { id: string }) {
  const query = useQuery(formSubmissionQuery(id));
  const { data, error } = query;
  return (
    <section className="mt-3">
      <h3 className="text-sm text-muted">Full submission {id}</h3>
      {data !== undefined ? (
        <RawText label={`Submission ${id}`} text={JSON.stringify(data.submissionData, null, 2)} />
      ) : error === null ? (
        <LoadingBars what="the submission" bars={["mt-3 h-24 w-full"]} />
      ) : (
        <QueryFailed what="the submission" query={query} />
      )}
    </section>
  );
}

function RawText({ label, text }: { label: string; text: string }) {
  return (
    <ScrollRegion label={label} className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-canvas p-3">
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </ScrollRegion>
  );
}
