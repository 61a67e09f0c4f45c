import { useEffect } from "react";
import { NewLead } from "#shared/contract/leads/lead.ts";
import { fieldsIn, LEAD_FIELDS } from "#shared/lead-fields.ts";
import { useAction } from "#web/actions/use-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { createLead } from "#web/api/leads/leads.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { leadResolver, NO_VALUES } from "#web/screens/leads/form/lead-values.ts";
import { INPUT_TYPE } from "#web/screens/leads/input-type.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { TextareaField, TextField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";

/** Adds a lead, then opens it. */
export function AddLeadDialog({ address: { dialog, closeDialog, stepTo } }: { address: LeadsAddress }) {
  return (
    <Dialog
      open={dialog === "new"}
      onOpenChange={closeDialog}
      title="Add lead"
      description="If the lead already exists, only its empty fields are filled in."
    >
      <AddLeadForm onAdded={stepTo} onCancel={closeDialog} />
    </Dialog>
  );
}

interface AddLeadFormProps {
  /** Called with the lead that was added or already existed. */
  onAdded: (id: string) => void;
  onCancel: () => void;
}

const FIELDS = fieldsIn("form");
const resolver = leadResolver(NewLead.omit({ status: true, ownerId: true, tags: true, fields: true }).required());

/** Text fields of a new lead. Server errors are shown at their fields, others at the top. */
function AddLeadForm({ onAdded, onCancel }: AddLeadFormProps) {
  const { run } = useAction(createLead);
  const { form, field, draft } = useDraftForm({ name: "lead.new", values: NO_VALUES, resolver });
  const { errors, isSubmitting } = form.formState;
  // The dialog set the focus before the form was loaded.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);

  const submit = form.handleSubmit((entered) =>
    run(entered, {
      done: ({ lead, isNew }) =>
        isNew
          ? `${lead.name} added`
          : `${lead.name} already exists. Empty fields were filled in; nothing was overwritten.`,
      failed: "Failed to add lead",
      onDone: ({ lead }) => {
        draft.clear();
        onAdded(lead.id);
      },
      onFailed: (error) => {
        if (!showFieldErrors(form, error)) form.setError("root", { message: detailOf(error) });
      },
    }),
  );
  return (
    // The browser's own validation would run before the contract's.
    <form noValidate onSubmit={(event) => void submit(event)}>
      {draft.notice}
      {errors.root?.message !== undefined && (
        <div className="mb-4">
          <Notice tone="danger" live title="Couldn't save the lead">
            {errors.root.message}
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-md:grid-cols-1">
        {FIELDS.map((name) => {
          const { label, type, maxLength } = LEAD_FIELDS[name];
          const shared = { label, required: name === "name" || name === "email", dir: "auto", ...field(name) };
          return (
            <div key={name} className={type === "link" || type === "longText" ? "col-span-full" : undefined}>
              {type === "longText" ? (
                <TextareaField
                  {...shared}
                  {...(name === "notes" && { hint: "Keywords in notes count toward the score." })}
                  maxLength={maxLength}
                />
              ) : (
                // Don't suggest the user's own contact details.
                <TextField {...shared} type={INPUT_TYPE[type]} autoComplete="off" />
              )}
            </div>
          );
        })}
      </div>
      <SubmitActions label="Add lead" busy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
