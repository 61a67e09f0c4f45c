import { ChevronRight } from "lucide-react";

interface ReasonListProps {
  /** What speaks for (above 0) or against something, in percentage points. */
  reasons: readonly { text: string; weight: number }[];
  title?: string;
}

/** What a judgement rests on, the heaviest first. Folded, because the sentence above it says most. */
export function ReasonList({ reasons, title = "What it rests on" }: ReasonListProps) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-link hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform duration-120 group-open:rotate-90" />
        {title}
      </summary>
      <ul className="mt-2 flex flex-col gap-1 border-l-2 border-line pl-3">
        {reasons.map(({ text, weight }) => (
          <li key={text} className="flex gap-3">
            <span className="w-12 shrink-0 text-right tabular-nums">
              {weight > 0 ? "+" : ""}
              {Math.round(weight)}
            </span>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
