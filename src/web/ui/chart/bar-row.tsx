import type { Marks } from "#web/ui/chart/use-marks.ts";
import { Truncate } from "#web/ui/truncate.tsx";

interface BarRowProps {
  mark: ReturnType<Marks["mark"]>;
  href: string;
  name: string;
  note: string;
  value: string;
  /** Screen reader text after the value: " leads, 3 qualified". */
  heard: string;
  /** Segments, each with its share of the bar in percent. */
  parts: readonly { share: number; paint: string }[];
}

/** A bar below its name and number, as one item of a list with arrow key navigation. */
export function BarRow({ mark, href, name, note, value, heard, parts }: BarRowProps) {
  return (
    <a {...mark} href={href} className="block rounded-md px-2 py-1.5 hover:bg-hover">
      <span className="flex items-baseline gap-3">
        <Truncate text={name} className="flex-1 font-semibold" />
        <span className="text-sm whitespace-nowrap text-muted tabular-nums max-[24rem]:sr-only">{note} </span>
        <span className="min-w-10 text-right font-semibold tabular-nums">
          {value}
          <span className="sr-only">{heard}</span>
        </span>
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
