import { ScrollRegion } from "#web/ui/scroll-region.tsx";

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <ScrollRegion label={label} className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-canvas p-3">
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </ScrollRegion>
  );
}
