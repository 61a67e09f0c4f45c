import { useQuery } from "@tanstack/react-query";
import { Ellipsis, List, Merge, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Tag } from "#shared/contract/leads/tag.ts";
import { LIMITS } from "#shared/limits.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { createTag, deleteTag, tagsQuery } from "#web/api/leads/tags.ts";
import { paths } from "#web/paths.ts";
import { EditTag, MergeTag } from "#web/screens/configuration/tags/tag-dialogs.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TagChip } from "#web/ui/leads/tag-chip.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";

type Doing = "edit" | "merge" | "delete";

/** All tags: add, rename, recolor, merge and delete. */
export function TagsCard() {
  const query = useQuery(tagsQuery);
  const { data: tags, error } = query;
  const [open, setOpen] = useState<{ tag: Tag; doing: Doing } | null>(null);
  const shown = useLastShown(open);
  const removing = useAction(deleteTag);
  const close = (): void => setOpen(null);
  const remove = ({ id, name }: Tag): Promise<boolean> =>
    removing.run({ params: { id } }, { done: `Tag “${name}” deleted`, failed: "Failed to delete the tag" });
  return (
    <Card title="Tags" description="Labels that your team and your rules put on leads." unsized>
      {tags === undefined && error !== null ? (
        <QueryFailed what="tags" query={query} />
      ) : (
        <div className="flex flex-col gap-3">
          {tags?.length === 0 && <p className="text-muted">There are no tags yet.</p>}
          {tags !== undefined && tags.length > 0 && (
            <ul aria-label="Tags" className="-mx-2 max-h-96 overflow-y-auto">
              {tags.map((tag) => (
                <TagItem key={tag.id} tag={tag} isOnly={tags.length === 1} onDo={(doing) => setOpen({ tag, doing })} />
              ))}
            </ul>
          )}
          <IfAllowed to="work">
            <AddTag />
          </IfAllowed>
        </div>
      )}
      {shown !== null && tags !== undefined && (
        <>
          <EditTag key={shown.tag.id} tag={shown.tag} isOpen={open?.doing === "edit"} onClose={close} />
          <MergeTag tag={shown.tag} tags={tags} isOpen={open?.doing === "merge"} onClose={close} />
          <ConfirmDialog
            open={open?.doing === "delete"}
            onOpenChange={close}
            title={`Delete “${shown.tag.name}”?`}
            description="It's removed from all leads and rules. You can undo this."
            confirmLabel="Delete tag"
            onConfirm={() => void remove(shown.tag)}
          />
        </>
      )}
    </Card>
  );
}

interface TagItemProps {
  tag: Tag;
  isOnly: boolean;
  onDo: (doing: Doing) => void;
}

function TagItem({ tag, isOnly, onDo }: TagItemProps) {
  const navigate = useNavigate();
  return (
    <li className="flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
      <TagChip name={tag.name} color={tag.color} />
      <Menu trigger={<IconButton label={`Actions for ${tag.name}`} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<List aria-hidden />} onSelect={() => void navigate(paths.leads({ tags: tag.id }))}>
          Show leads
        </MenuItem>
        <IfAllowed to="work">
          <MenuSeparator />
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onDo("edit")}>
            Edit
          </MenuItem>
          {!isOnly && (
            <MenuItem icon={<Merge aria-hidden />} onSelect={() => onDo("merge")}>
              Merge into another tag
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => onDo("delete")}>
            Delete
          </MenuItem>
        </IfAllowed>
      </Menu>
    </li>
  );
}

function AddTag() {
  const { run, isPending } = useAction(createTag);
  const [name, setName] = useState("");
  const add = (): Promise<boolean> =>
    run(
      { body: { name: name.trim() } },
      { done: "Tag added successfully", failed: "Failed to add the tag", onDone: () => setName("") },
    );
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") void add();
      }}
    >
      <Input
        aria-label="New tag"
        placeholder="New tag"
        dir="auto"
        autoComplete="off"
        maxLength={LIMITS.tag.nameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" disabled={name.trim() === ""} busy={isPending} busyLabel="Adding...">
        Add
      </Button>
    </form>
  );
}
