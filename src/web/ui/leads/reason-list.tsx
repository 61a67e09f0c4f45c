import { ChevronRight } from "lucide-react";

interface ReasonListProps {
  /** Weights in percentage points: positive in favor, negative against. */
  reasons: readonly { text: string; weight: number }[];
  title: string;
}

/** Reasons for an estimate, strongest first. Collapsed, as the sentence above says the essentials. */
export function ReasonList({ reasons, title }: ReasonListProps) {
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
