import { useState } from "react";
import { Controller } from "react-hook-form";
import { NewTag, type Tag } from "#shared/contract/leads/tag.ts";
import { TAG_COLORS } from "#shared/tags.ts";
import { useAction } from "#web/actions/use-action.ts";
import { mergeTags, updateTag } from "#web/api/leads/tags.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";
import { TagDot } from "#web/ui/leads/tag-chip.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";

interface TagDialogProps {
  tag: Tag;
  isOpen: boolean;
  onClose: () => void;
}

/** Renames and recolors a tag. */
export function EditTag({ tag, isOpen, onClose }: TagDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onClose} title="Edit tag">
      <TagForm tag={tag} onClose={onClose} />
    </Dialog>
  );
}

const TagFields = NewTag.required();
const valuesOf = ({ name, color }: Tag) => ({ name, color });

function TagForm({ tag, onClose }: Omit<TagDialogProps, "isOpen">) {
  const { run } = useAction(updateTag);
  const {
    form,
    field: fieldNamed,
    draft,
    concurrent,
  } = useRecordForm({ name: `tag.${tag.id}`, noun: "tag", record: tag, valuesOf, schema: TagFields });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit((change) =>
    run(
      { params: { id: tag.id }, body: { ...change, version: concurrent.version } },
      {
        done: "Tag updated successfully",
        failed: "Failed to update the tag",
        onDone: () => {
          draft.clear();
          onClose();
        },
        onFailed: concurrent.failed,
      },
    ),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField label="Name" required {...fieldNamed("name")} dir="auto" autoComplete="off" />
      <Controller
        control={form.control}
        name="color"
        render={({ field }) => (
          <fieldset>
            <legend className="mb-1.5 font-semibold">Color</legend>
            <div className="flex flex-wrap gap-2">
              {TAG_COLORS.map((color) => (
                <label
                  key={color}
                  className={classNames(
                    "inline-flex h-8 items-center gap-2 rounded-md border px-2.5 text-sm capitalize touch:h-11",
                    "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
                    field.value === color ? "border-accent bg-accent-soft" : "border-line hover:bg-hover",
                  )}
                >
                  <input
                    type="radio"
                    name={field.name}
                    className="sr-only"
                    checked={field.value === color}
                    onChange={() => field.onChange(color)}
                  />
                  <TagDot color={color} />
                  {color}
                </label>
              ))}
            </div>
          </fieldset>
        )}
      />
      {draft.notice}
      {concurrent.notice}
      <SubmitActions label="Save" busy={isSubmitting} onCancel={onClose} />
    </form>
  );
}

/** Chooses the tag that replaces this one. */
export function MergeTag({ tag, tags, isOpen, onClose }: TagDialogProps & { tags: readonly Tag[] }) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Merge “${tag.name}”`}
      description="Leads and rules with this tag get the other one instead. You can undo this."
    >
      <MergeForm tag={tag} others={tags.filter(({ id }) => id !== tag.id)} onClose={onClose} />
    </Dialog>
  );
}

function MergeForm({ tag, others, onClose }: { tag: Tag; others: readonly Tag[]; onClose: () => void }) {
  const { run, isPending } = useAction(mergeTags);
  const [into, setInto] = useState(others[0]?.id ?? "");
  const merge = (): Promise<boolean> =>
    run(
      { params: { id: tag.id }, body: { into } },
      { done: "Tags merged successfully", failed: "Failed to merge the tags", onDone: onClose },
    );
  return (
    <>
      <SelectField
        label="Merge into"
        required
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={into}
        onChange={({ target }) => setInto(target.value)}
      />
      <SubmitActions
        label="Merge"
        busy={isPending}
        busyLabel="Merging..."
        onSubmit={() => void merge()}
        onCancel={onClose}
      />
    </>
  );
}
