import type { TagChange } from "#web/actions/use-bulk-actions.ts";
import { Tag } from "lucide-react";
import { useState } from "react";
import { TagPicker } from "#web/actions/tags/tag-picker.tsx";
import { Button } from "#web/ui/button.tsx";
import { Popover, PopoverClose } from "#web/ui/overlays/popover.tsx";

/** Adds tags to the selected leads, or removes them. */
export function BulkTags({ onTag }: { onTag: (change: TagChange) => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const run = (change: Partial<TagChange>): void => {
    onTag({ add: [], remove: [], ...change });
    setChosen([]);
  };
  return (
    <Popover
      label="Tags"
      className="w-72"
      trigger={
        <Button size="small" icon={<Tag aria-hidden />} aria-label="Tag selected">
          <span className="max-md:sr-only">Tag</span>
        </Button>
      }
    >
      <TagPicker
        mayCreate
        chosen={chosen}
        onToggle={(name, isOn) => setChosen(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
      />
      <div className="mt-3 flex gap-2">
        <PopoverClose asChild>
          <Button
            size="small"
            variant="primary"
            disabled={chosen.length === 0}
            onClick={() => run({ add: [...chosen] })}
          >
            Add tags
          </Button>
        </PopoverClose>
        <PopoverClose asChild>
          <Button size="small" disabled={chosen.length === 0} onClick={() => run({ remove: [...chosen] })}>
            Remove tags
          </Button>
        </PopoverClose>
      </div>
    </Popover>
  );
}
