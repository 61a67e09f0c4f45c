import { Badge } from "#web/ui/badge.tsx";

interface KeywordBadgesProps {
  keywords: readonly string[] | null | undefined;
  /** Number of keywords before "+N". */
  shown: number;
}

/** The first keywords and the number of others, which are in the tooltip. */
export function KeywordBadges({ keywords, shown }: KeywordBadgesProps) {
  const all = keywords ?? [];
  if (all.length === 0) return <span className="text-muted">None</span>;
  const more = all.slice(shown);
  return (
    <span className="flex min-w-0 gap-1 max-md:flex-wrap max-md:justify-end">
      {all.slice(0, shown).map((keyword) => (
        <Badge key={keyword}>{keyword}</Badge>
      ))}
      {more.length > 0 && (
        <span title={more.join(", ")} className="shrink-0">
          <Badge>+{more.length}</Badge>
        </span>
      )}
    </span>
  );
}
