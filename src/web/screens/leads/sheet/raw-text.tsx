import { ScrollRegion } from "#web/ui/scroll-region.tsx";

/** What arrived, in a box that scrolls. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <ScrollRegion label={label} className="mt-3 max-h-96 overflow-auto rounded-md border border-line bg-canvas p-3">
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </ScrollRegion>
  );
}
