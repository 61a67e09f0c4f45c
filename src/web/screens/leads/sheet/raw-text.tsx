/** What arrived, in a box that scrolls. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with the keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-3 max-h-96 overflow-auto rounded-md border border-line bg-canvas p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  );
}
