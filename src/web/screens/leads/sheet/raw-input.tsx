import type { LeadDetail } from "#shared/contract/lead.ts";

/** What arrived, exactly as it was kept: as text, for those who want to check. */
export function RawInput({ lead }: { lead: LeadDetail }) {
  return (
    <details className="border-t border-line pt-5">
      <summary className="rounded-sm text-lg font-semibold">Raw input</summary>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with the keyboard
        tabIndex={0}
        aria-label="Raw input"
        className="mt-3 max-h-96 overflow-auto rounded-md border border-line bg-canvas p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {rawText(lead)}
      </pre>
    </details>
  );
}

function rawText({ rawData, sourceData }: LeadDetail): string {
  const hasSourceData = sourceData !== null && Object.keys(sourceData).length > 0;
  return JSON.stringify(hasSourceData ? { rawData, sourceData } : (rawData ?? null), null, 2);
}
