import { CopyButton } from "#web/ui/copy-button.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

/** Text with a copy button; `what` names it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="flex rounded-md border border-line bg-canvas">
      <ScrollRegion label={what} className="max-h-72 min-w-0 flex-1 overflow-auto p-3">
        <pre className="font-mono text-sm whitespace-pre">{code}</pre>
      </ScrollRegion>
      <div className="border-l border-line p-1">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
