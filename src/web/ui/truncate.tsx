import { classNames } from "#web/ui/class-names.ts";

interface TruncateProps {
  text: string | null | undefined;
  className?: string;
}

/** One line with an ellipsis and the full text as tooltip; N/A if missing. */
export function Truncate({ text, className }: TruncateProps) {
  if (!text) return <span className={classNames("text-muted", className)}>N/A</span>;
  return (
    <span dir="auto" title={text} className={classNames("block min-w-0 truncate text-left", className)}>
      {text}
    </span>
  );
}
