import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { NewSavedView, type SavedView } from "#shared/contract/leads/saved-view.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { saveLeadView, updateLeadView } from "#web/api/leads/lead-views.ts";
import { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/overlays/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

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

const resolver = zodResolver(NewSavedView.pick({ name: true }));

const valuesOf = (view: SavedView | null) => ({ name: view?.name ?? "" });

/** Names or renames a view. */
export function ViewForm({ saved, query, withAudience, onCancel, onSaved }: ViewFormProps) {
  const [audience, setAudience] = useState<Audience>(withAudience ? "me" : "everyone");
  const creating = useMutation(saveLeadView);
  const updating = useMutation(updateLeadView);
  const undoAction = useUndo();
  const { form, draft } = useDraftForm<ReturnType<typeof valuesOf>>({
    name: `view.${saved?.id ?? "new"}`,
    version: saved?.version,
    values: valuesOf(saved),
    resolver,
  });
  const { errors, isSubmitting } = form.formState;
  const concurrent = useConcurrentChange({ noun: "savedView", record: saved, form, valuesOf, draft });
  // The dialog set the focus before the form was loaded.
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const { data, actId } =
        saved === null
          ? await creating.mutateAsync({ body: { name, query, isShared: audience === "everyone" } })
          : await updating.mutateAsync({ params: { id: saved.id }, body: { name, version: concurrent.version } });
      toast.success(saved === null ? "View saved successfully" : "View renamed successfully", undoAction(actId));
      draft.clear();
      onSaved(data.id);
    } catch (error) {
      concurrent.refused(error);
      showFieldErrors(form, error, { name: "name" });
      toast.error(saved === null ? "Failed to save view" : "Failed to rename view", detailOf(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {draft.notice}
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" autoComplete="off" />}
      </Field>
      {saved === null && withAudience && (
        <div className="mt-4 flex flex-col items-start gap-1.5">
          <span aria-hidden className="font-semibold">
            Visible to
          </span>
          <Segments label="Visible to" options={AUDIENCES} value={audience} onChange={setAudience} />
        </div>
      )}
      {concurrent.notice}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          {saved === null ? "Save view" : "Rename view"}
        </Button>
      </DialogActions>
    </form>
  );
}
