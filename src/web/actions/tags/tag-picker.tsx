import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { TagDot } from "#web/ui/leads/tag-chip.tsx";

interface TagPickerProps {
  /** Names. */
  chosen: readonly string[];
  onToggle: (name: string, isOn: boolean) => void;
  /** Whether a typed name that isn't a tag yet can be chosen. */
  mayCreate?: boolean;
}

/** Finds tags by typing, and creates new ones. Enter takes the typed name. */
export function TagPicker({ chosen, onToggle, mayCreate = false }: TagPickerProps) {
  const { data: tags = [] } = useQuery(tagsQuery);
  const [typed, setTyped] = useState("");
  const listId = useId();
  const name = typed.trim();
  const created = chosen.filter((one) => !tags.some((tag) => tag.name === one));
  const all = [...tags, ...created.map((one) => ({ id: one, name: one, color: "gray" as const }))];
  const found = all.filter((tag) => nameKey(tag.name).includes(nameKey(name)));
  const same = all.find((tag) => nameKey(tag.name) === nameKey(name));
  const isNew = mayCreate && name !== "" && same === undefined && !name.includes(";");

  const take = (one: string, isOn: boolean): void => {
    onToggle(one, isOn);
    setTyped("");
  };
  const takeTyped = (): void => {
    const target = same ?? (isNew ? { name } : found.length === 1 ? found[0] : undefined);
    if (name !== "" && target !== undefined) take(target.name, !chosen.includes(target.name));
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        aria-label="Find a tag"
        aria-controls={listId}
        autoComplete="off"
        dir="auto"
        maxLength={LIMITS.tag.nameLength}
        placeholder={mayCreate ? "Find or create a tag" : "Find a tag"}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          takeTyped();
        }}
      />
      <ul id={listId} aria-label="Tags" className="max-h-56 overflow-y-auto">
        {found.map((tag) => (
          <li key={tag.id}>
            <label className="flex items-center gap-2 rounded-md pr-2 hover:bg-hover">
              <Checkbox
                aria-label={tag.name}
                checked={chosen.includes(tag.name)}
                onChange={({ target }) => take(tag.name, target.checked)}
              />
              <TagDot color={tag.color} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {tag.name}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isNew && (
        <Button variant="ghost" size="small" icon={<Plus aria-hidden />} onClick={takeTyped}>
          Create “{name}”
        </Button>
      )}
      {!isNew && found.length === 0 && (
        <p className="text-sm text-muted">{name === "" ? "There are no tags yet." : "No tag has this name."}</p>
      )}
    </div>
  );
}
