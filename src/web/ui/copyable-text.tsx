import { CopyButton } from "#web/ui/copy-button.tsx";

interface CopyableTextProps {
  /** What to do with it. */
  label: string;
  text: string;
  /** What is copied, as in "address". */
  what: string;
}

/** A text to paste elsewhere, such as a URL. */
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
