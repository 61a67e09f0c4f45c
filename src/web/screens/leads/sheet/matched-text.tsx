interface MatchedTextProps {
  excerpt: string;
  /** Offsets into the excerpt, in UTF-16 units. */
  matchStart: number;
  matchEnd: number;
}

/** A sentence of the lead with the words that gave the points marked in it. */
export function MatchedText({ excerpt, matchStart, matchEnd }: MatchedTextProps) {
  return (
    <bdi>
      {excerpt.slice(0, matchStart)}
      <mark className="rounded-sm bg-accent-soft px-0.5 font-semibold text-link forced-colors:bg-[Mark] forced-colors:text-[MarkText]">
        {excerpt.slice(matchStart, matchEnd)}
      </mark>
      {excerpt.slice(matchEnd)}
    </bdi>
  );
}
