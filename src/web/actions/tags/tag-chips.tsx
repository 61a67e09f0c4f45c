import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import type { TagColor } from "#shared/tags.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { TagChip, TagDot } from "#web/ui/leads/tag-chip.tsx";

/** The color of a tag by its name. */
export function useTagColor(): (name: string) => TagColor {
  const { data } = useQuery(tagsQuery);
  return (name) => data?.find((tag) => tag.name === name)?.color ?? "gray";
}

interface TagChipsProps {
  names: readonly string[] | null | undefined;
  /** Number of tags before "+N". */
  shown: number;
}

/** The first tags and the number of others, which are in the tooltip. */
export function TagChips({ names, shown }: TagChipsProps) {
  const colorOf = useTagColor();
  const all = names ?? [];
  const more = all.slice(shown);
  return (
    <span className="flex min-w-0 gap-1 max-md:justify-end">
      {all.slice(0, shown).map((name) => (
        <TagChip key={name} name={name} color={colorOf(name)} />
      ))}
      {more.length > 0 && (
        <span title={more.join(", ")} className="shrink-0 text-xs text-muted">
          +{more.length}
        </span>
      )}
    </span>
  );
}

/** The colors of the tags, where there is no room for their names. */
export function TagDots({ names }: { names: readonly string[] }) {
  const colorOf = useTagColor();
  if (names.length === 0) return null;
  return (
    <span title={names.join(", ")} className="inline-flex shrink-0 items-center gap-1">
      {names.slice(0, LIMITS.show.tagDots).map((name) => (
        <TagDot key={name} color={colorOf(name)} />
      ))}
      <span className="sr-only">Tags: {names.join(", ")}</span>
    </span>
  );
}
