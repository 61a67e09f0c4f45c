import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { NewSavedView, type SavedView } from "#shared/contract/saved-view.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { saveLeadView, updateLeadView } from "#web/api/lead-views.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface ViewFormProps {
  /** The view that gets another name; null for a new one. */
  saved: SavedView | null;
  /** What the list shows. */
  query: string;
  onCancel: () => void;
  onSaved: (id: string) => void;
}

const resolver = zodResolver(NewSavedView.pick({ name: true }));

/** Names a view. */
export function ViewForm({ saved, query, onCancel, onSaved }: ViewFormProps) {
  const creating = useMutation(saveLeadView);
  const updating = useMutation(updateLeadView);
  const undoAction = useUndo();
  const form = useForm({ defaultValues: { name: saved?.name ?? "" }, resolver });
  const { errors, isSubmitting } = form.formState;
  // The dialog gave the focus away before the form had come.
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const { data, actId } =
        saved === null
          ? await creating.mutateAsync({ name, query })
          : await updating.mutateAsync({ id: saved.id, change: { name } });
      toast.success(saved === null ? "View saved successfully" : "View renamed successfully", undoAction(actId));
      onSaved(data.id);
    } catch (error) {
      showFieldErrors(form, error, { name: "name" });
      toast.error(saved === null ? "Failed to save view" : "Failed to rename view", detailOf(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" autoComplete="off" />}
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          {saved === null ? "Save view" : "Rename"}
        </Button>
      </DialogActions>
    </form>
  );
}
