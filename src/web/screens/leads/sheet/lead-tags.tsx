import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { useTagColor } from "#web/actions/tags/tag-chips.tsx";
import { TagPicker } from "#web/actions/tags/tag-picker.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { setLeadTags, tagsQuery } from "#web/api/leads/tags.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { TagChip } from "#web/ui/leads/tag-chip.tsx";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** The lead's tags, to add and remove. */
export function LeadTags({ lead }: { lead: LeadDetail }) {
  const { run } = useAction(setLeadTags);
  const mayWork = useMay("work");
  const colorOf = useTagColor();
  const toggle = async (name: string, isOn: boolean): Promise<void> => {
    const others = lead.tags.filter((one) => one !== name);
    if (isOn && others.length >= LIMITS.tag.perLead) {
      toast.error("Failed to add the tag", `A lead can have up to ${LIMITS.tag.perLead} tags.`);
      return;
    }
    await run(
      { id: lead.id, tags: isOn ? [...others, name] : others, former: lead.tags },
      {
        done: isOn ? undefined : `Tag “${name}” removed`,
        failed: isOn ? "Failed to add the tag" : "Failed to remove the tag",
      },
    );
  };
  const [isOpen, setIsOpen] = useState(false);
  const { data: tags = [] } = useQuery(tagsQuery);
  const label = lead.tags.length === 0 ? "Add tag" : "Edit tags";
  useSubjectActions(
    mayWork
      ? {
          title: leadTitle(lead),
          entries: [
            { label, words: "add label", Icon: Tag, movesFocus: true, run: () => setIsOpen(true) },
            ...new Set([...lead.tags, ...tags.map(({ name }) => name)]).values().map((name) => {
              const isOn = lead.tags.includes(name);
              return {
                label: isOn ? `Remove tag ${name}` : `Add tag ${name}`,
                Icon: Tag,
                isSearched: true as const,
                run: () => void toggle(name, !isOn),
              };
            }),
          ],
        }
      : null,
  );
  if (!mayWork && lead.tags.length === 0) return null;
  return (
    <div role="group" aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
      {lead.tags.map((name) => (
        <TagChip
          key={name}
          name={name}
          color={colorOf(name)}
          onRemove={mayWork ? () => void toggle(name, false) : undefined}
        />
      ))}
      {mayWork && (
        <Popover
          label="Tags"
          open={isOpen}
          onOpenChange={setIsOpen}
          align="start"
          className="w-72"
          trigger={
            <Button variant="ghost" size="small" icon={<Tag aria-hidden />}>
              {label}
            </Button>
          }
        >
          <TagPicker mayCreate chosen={lead.tags} onToggle={(name, isOn) => void toggle(name, isOn)} />
        </Popover>
      )}
    </div>
  );
}
