import { useEffect, useState } from "react";
import { NewSavedView, type SavedView } from "#shared/contract/leads/saved-view.ts";
import { useAction } from "#web/actions/use-action.ts";
import { saveLeadView, updateLeadView } from "#web/api/leads/lead-views.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { Segments } from "#web/ui/segments.tsx";

interface ViewFormProps {
  /** The view to rename; null for a new one. */
  saved: SavedView | null;
  /** The list's current state. */
  query: string;
  /** Whether a new view can be for the user alone. */
  withAudience: boolean;
  onCancel: () => void;
  onSaved: (id: string) => void;
}

type Audience = "me" | "everyone";

const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "me", label: "Only me" },
  { value: "everyone", label: "Everyone" },
];

const ViewFields = NewSavedView.pick({ name: true });

const valuesOf = (view: SavedView | null) => ({ name: view?.name ?? "" });

/** Names or renames a view. */
export function ViewForm({ saved, query, withAudience, onCancel, onSaved }: ViewFormProps) {
  const [audience, setAudience] = useState<Audience>(withAudience ? "me" : "everyone");
  const creating = useAction(saveLeadView);
  const updating = useAction(updateLeadView);
  const { form, field, draft, concurrent } = useRecordForm({
    name: `view.${saved?.id ?? "new"}`,
    noun: "savedView",
    record: saved,
    valuesOf,
    schema: ViewFields,
  });
  const { isSubmitting } = form.formState;
  // The dialog set the focus before the form was loaded.
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);

  const submit = form.handleSubmit(({ name }) => {
    const ending = {
      done: saved === null ? "View saved successfully" : "View renamed successfully",
      failed: saved === null ? "Failed to save view" : "Failed to rename view",
      onDone: ({ data }: { data: SavedView }) => {
        draft.clear();
        onSaved(data.id);
      },
      onFailed: concurrent.failed,
    };
    return saved === null
      ? creating.run({ body: { name, query, isShared: audience === "everyone" } }, ending)
      : updating.run({ params: { id: saved.id }, body: { name, version: concurrent.version } }, ending);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {draft.notice}
      <TextField label="Name" required {...field("name")} dir="auto" autoComplete="off" />
      {saved === null && withAudience && (
        <div className="mt-4 flex flex-col items-start gap-1.5">
          <span aria-hidden className="font-semibold">
            Visible to
          </span>
          <Segments label="Visible to" options={AUDIENCES} value={audience} onChange={setAudience} />
        </div>
      )}
      {concurrent.notice}
      <SubmitActions label={saved === null ? "Save view" : "Rename view"} busy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
