import { classNames } from "#web/ui/class-names.ts";

interface TruncateProps {
  text: string | null | undefined;
  /** Left to right for a sentence that begins with a name; by its letters by default. */
  dir?: "ltr" | "auto";
  className?: string;
}

/** One line with an ellipsis and the full text as tooltip; N/A if missing. */
export function Truncate({ text, dir = "auto", className }: TruncateProps) {
  if (!text) return <span className={classNames("text-muted", className)}>N/A</span>;
  return (
    <span dir={dir} title={text} className={classNames("block min-w-0 truncate text-left", className)}>
      {text}
    </span>
  );
}
