import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTeam } from "#web/api/leads/owners.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { filterWords } from "#web/screens/leads/filters/filter-words.ts";
import { type ViewProps, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { useListedFields } from "#web/screens/leads/use-listed-fields.ts";
import { Button } from "#web/ui/button.tsx";

/** Active filters, each with a remove button. */
export function FilterChips({ view, change }: ViewProps) {
  const { data: tags } = useQuery({ ...tagsQuery, enabled: view.tags.length > 0 });
  const fields = useListedFields(view);
  const filters = filterWords(view, {
    team: useTeam(),
    fieldName: (key) => fields.find((field) => field.key === key)?.name ?? key,
    tagName: (id) => tags?.find((tag) => tag.id === id)?.name ?? (tags === undefined ? "a tag" : "deleted tag"),
  });
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 px-5 pb-4 max-md:px-4">
      {filters.map(({ name, words, without }) => (
        <li key={`${name} ${words}`} className="max-w-full min-w-0">
          <button
            type="button"
            aria-label={`Remove filter: ${name}, ${words}`}
            onClick={() => change(without)}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-canvas pr-1.5 pl-2.5 text-sm hover:bg-hover touch:h-11 touch:px-3"
          >
            <span className="min-w-0 truncate">
              <span className="text-muted">{name}</span> <span dir="auto">{words}</span>
            </span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="small" onClick={() => change(withoutFilters(view))}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
