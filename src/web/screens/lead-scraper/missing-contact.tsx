import { z } from "zod";
import { LeadUpdate, type LeadDetail } from "#shared/contract/leads/lead.ts";
import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { updateLead } from "#web/api/leads/leads.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const { email, phone } = LeadUpdate.shape;

const ContactFields = z
  .object({
    email: email
      .unwrap()
      .refine((text) => text === "" || /^[^\s@]+@[^\s@]+$/u.test(text), "Enter a valid email address"),
    phone: phone.unwrap().refine((text) => text.trim() === "" || /\p{Nd}{3}/u.test(text.replace(/\P{Nd}/gu, "")), {
      message: "Enter a valid phone number",
    }),
  })
  .refine((contact) => contact.email !== "" || contact.phone.trim() !== "", {
    path: ["email"],
    message: "Enter an email or phone",
  });
type Contact = z.infer<typeof ContactFields>;

const NOTHING: Contact = { email: "", phone: "" };

/** Asks for the missing email or phone of a lead. */
export function MissingContact({ lead }: { lead: Pick<LeadDetail, "id" | "email" | "phone"> }) {
  const { form, field, draft } = useDraftForm({
    name: `contact.${lead.id}`,
    values: NOTHING,
    schema: ContactFields,
  });
  const { handleSubmit, formState, setError } = form;
  const { errors, isSubmitting } = formState;
  const { run } = useAction(updateLead);
  const lacksEmail = lead.email === "";
  const lacksPhone = lead.phone === "";
  if (!lacksEmail && !lacksPhone) return null;

  const save = (typed: Contact): Promise<boolean> => {
    const change = {
      ...(typed.email !== "" && { email: typed.email }),
      ...(typed.phone !== "" && { phone: typed.phone }),
    };
    return run(
      { params: { id: lead.id }, body: change },
      {
        done: { title: "Contact details saved" },
        failed: null,
        onDone: () => form.reset(NOTHING),
        onFailed: (error) => {
          showFieldErrors(form, error);
          // An email can belong to one lead only.
          if (error instanceof ApiError && error.status === 409) {
            setError("email", { type: "server", message: detailOf(error) ?? error.message }, { shouldFocus: true });
          } else toast.error("Failed to save the contact details", detailOf(error));
        },
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Missing contact details"
      onSubmit={(event) => void handleSubmit(save)(event)}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      {draft.notice}
      {lacksEmail && lacksPhone && <p>No contact details. Add an email or phone to reach this lead.</p>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {lacksEmail && <TextField label={LEAD_FIELDS.email.label} {...field("email")} inputMode="email" literal />}
        {lacksPhone && (
          <TextField
            label={LEAD_FIELDS.phone.label}
            error={(lacksEmail ? errors.phone : (errors.phone ?? errors.email))?.message}
            {...form.register("phone")}
            inputMode="tel"
            autoComplete="off"
          />
        )}
      </div>
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Save contact details
        </Button>
      </div>
    </form>
  );
}
