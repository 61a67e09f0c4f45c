import { useQuery } from "@tanstack/react-query";
import { TAG_MATCHES, type TagMatch } from "#shared/tags.ts";
import { LIMITS } from "#shared/limits.ts";
import { TagPicker } from "#web/actions/tags/tag-picker.tsx";
import { tagsQuery } from "#web/api/leads/tags.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { Segments } from "#web/ui/segments.tsx";

const WORDS: Record<TagMatch, string> = { any: "Any", all: "All", none: "None" };
const OPTIONS = TAG_MATCHES.map((value) => ({ value, label: WORDS[value] }));

interface TagFilterProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** Leads with any, all or none of some tags. */
export function TagFilter({ view, change }: TagFilterProps) {
  const { data: tags = [] } = useQuery(tagsQuery);
  if (tags.length === 0 && view.tags.length === 0) return null;
  const chosen = tags.filter(({ id }) => view.tags.includes(id)).map(({ name }) => name);
  const toggle = (name: string, isOn: boolean): void => {
    const id = tags.find((tag) => tag.name === name)?.id;
    if (id === undefined || (isOn && view.tags.length >= LIMITS.tag.filtered)) return;
    change({ tags: isOn ? [...view.tags, id] : view.tags.filter((one) => one !== id) });
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Tags</legend>
      <div className="flex flex-col gap-2">
        <TagPicker chosen={chosen} onToggle={toggle} />
        {view.tags.length > 0 && (
          <div className="flex items-center gap-2 text-sm">
            <span className="text-muted">Leads with</span>
            <Segments
              label="Tags to match"
              options={OPTIONS}
              value={view.tagMatch}
              onChange={(tagMatch) => change({ tagMatch })}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}
