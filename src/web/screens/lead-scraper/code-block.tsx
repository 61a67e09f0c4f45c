import { CopyButton } from "#web/ui/copy-button.tsx";

/** A text to be copied and pasted elsewhere; `what` names it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative rounded-md border border-line bg-canvas">
      {/* A scrolling region has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={what} className="max-h-72 overflow-auto p-3 pr-12 font-mono text-sm whitespace-pre">
        {code}
      </pre>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
