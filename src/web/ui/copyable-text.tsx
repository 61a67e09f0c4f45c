import { CopyButton } from "#web/ui/copy-button.tsx";

interface CopyableTextProps {
  /** What is to be done with it. */
  label: string;
  text: string;
  /** Names the text, as in "address". */
  what: string;
}

/** A text that is to be pasted elsewhere, such as an address. */
export function CopyableText({ label, text, what }: CopyableTextProps) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <div className="flex items-center gap-1">
        <code className="font-mono text-sm break-all">{text}</code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
