import type { Marks } from "#web/ui/chart/use-marks.ts";
import { Truncate } from "#web/ui/truncate.tsx";

interface BarRowProps {
  mark: ReturnType<Marks["mark"]>;
  /** Where pressing it leads. */
  href: string;
  /** What it says in words, with its exact values. */
  label: string;
  name: string;
  note: string;
  value: string;
  /** Beside each other, each with its share of the bar's room in percent. */
  parts: readonly { share: number; paint: string }[];
}

/** A bar that lies under its name and number; a mark of the list around it. */
export function BarRow({ mark, href, label, name, note, value, parts }: BarRowProps) {
  return (
    <a {...mark} href={href} aria-label={label} className="block rounded-md px-2 py-1.5 hover:bg-hover">
      <span className="flex items-baseline gap-3">
        <Truncate text={name} className="flex-1 font-semibold" />
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">{note}</span>
        <span className="min-w-10 text-right font-semibold tabular-nums">{value}</span>
      </span>
      <svg aria-hidden className="mt-1.5 block h-2 w-full overflow-hidden rounded-sm bg-sunken">
        {parts.map(({ share, paint }, index) => {
          const left = parts.slice(0, index).reduce((sum, part) => sum + part.share, 0);
          return share > 0 && <rect key={paint} x={`${left}%`} width={`${share}%`} height="100%" fill={paint} />;
        })}
      </svg>
    </a>
  );
}
