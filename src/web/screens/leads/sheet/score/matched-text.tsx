import { Fragment } from "react";
import type { TextMatch } from "#web/screens/leads/sheet/score/text-matches.ts";
import { classNames } from "#web/ui/class-names.ts";

interface MatchedTextProps {
  excerpt: string;
  /** In order, not overlapping. */
  matches: readonly TextMatch[];
}

/** An excerpt with matched keywords highlighted, the main ones more strongly. */
export function MatchedText({ excerpt, matches }: MatchedTextProps) {
  return (
    <bdi>
      {matches.map(({ start, end, isMain }, index) => (
        <Fragment key={start}>
          {excerpt.slice(matches[index - 1]?.end ?? 0, start)}
          <mark
            className={classNames(
              "rounded-sm px-0.5 forced-colors:bg-[Mark] forced-colors:text-[MarkText]",
              isMain ? "bg-accent-soft font-semibold text-link" : "bg-sunken text-ink",
            )}
          >
            {excerpt.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {excerpt.slice(matches.at(-1)?.end ?? 0)}
    </bdi>
  );
}
