import { Disclosure } from "#web/ui/disclosure.tsx";

interface ReasonListProps {
  /** Weights in percentage points: positive in favor, negative against. */
  reasons: readonly { text: string; weight: number }[];
  title: string;
}

/** Reasons for an estimate, strongest first. Collapsed, as the sentence above says the essentials. */
export function ReasonList({ reasons, title }: ReasonListProps) {
  return (
    <Disclosure small title={title}>
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
    </Disclosure>
  );
}
