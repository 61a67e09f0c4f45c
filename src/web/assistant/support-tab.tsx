import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import { LIMITS } from "#shared/limits.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { askForSupport, supportQuery } from "#web/api/support.ts";
import { supportMailLink } from "#web/assistant/support-mail.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField, TextareaField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const EMPTY: NewSupportRequest = { name: "", email: "", message: "" };

/** The support form, with the support address as an alternative. */
export function SupportTab() {
  const { form, field, draft } = useDraftForm({ name: "support", values: EMPTY });
  const { handleSubmit, getValues, reset } = form;
  const { isSubmitting } = form.formState;
  const { mutateAsync } = useMutation(askForSupport);
  const { data: support } = useQuery(supportQuery);
  const [unsent, setUnsent] = useState<string | null>(null);

  const send = async (request: NewSupportRequest): Promise<void> => {
    setUnsent(null);
    try {
      const { mailed, message } = await mutateAsync({ body: request });
      if (!mailed) {
        setUnsent(message);
        return;
      }
      toast({
        title: "Support Request Sent",
        description: `We'll get back to you within 24 hours at ${request.email}`,
      });
      reset(EMPTY);
    } catch (error) {
      if (!showFieldErrors(form, error)) setUnsent(detailOf(error));
      toast.error("Failed to send support request", detailOf(error));
    }
  };
  const complain = (): void => {
    const isMissing = Object.values(getValues()).some((value) => value.trim() === "");
    if (!isMissing) return;
    toast({
      title: "Missing Information",
      description: "Please fill in all fields before submitting.",
      variant: "destructive",
    });
  };

  return (
    <ScrollRegion label="Support" className="h-full overflow-y-auto p-4 focus-visible:-outline-offset-2">
      <form noValidate onSubmit={(event) => void handleSubmit(send, complain)(event)} className="flex flex-col gap-4">
        {draft.notice}
        <TextField
          label="Name"
          required
          {...field("name", { validate: filled("Name is required") })}
          autoComplete="name"
          maxLength={LIMITS.lead.nameLength}
        />
        <TextField
          label="Email"
          required
          {...field("email", { validate: { filled: filled("Email is required"), isAddress } })}
          type="email"
          autoComplete="email"
          maxLength={LIMITS.lead.emailLength}
        />
        <TextareaField
          label="Message"
          required
          {...field("message", { validate: filled("Message is required") })}
          rows={5}
          maxLength={LIMITS.support.messageLength}
        />
        {unsent !== null && (
          <Notice tone="danger" title="Your request wasn't sent" live>
            <p>{unsent}</p>
            {support?.email && (
              <p>
                You can{" "}
                <MailLink address={support.email} request={getValues}>
                  email us
                </MailLink>{" "}
                instead.
              </p>
            )}
          </Notice>
        )}
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Sending...">
          Send Support Request
        </Button>
      </form>
      <p className="mt-4 text-sm text-muted">
        {support?.email ? (
          <>
            Or email{" "}
            <MailLink address={support.email} request={getValues}>
              {support.email}
            </MailLink>
          </>
        ) : (
          support !== undefined && "No support mailbox is set up. Requests are stored for your administrator."
        )}
      </p>
    </ScrollRegion>
  );
}

interface MailLinkProps {
  address: string;
  /** A function, to include what was typed by the time of the click. */
  request: () => NewSupportRequest;
  children: string;
}

function MailLink({ address, request, children }: MailLinkProps) {
  return (
    <a
      href={supportMailLink(address, EMPTY)}
      onClick={({ currentTarget }) => (currentTarget.href = supportMailLink(address, request()))}
      className="wrap-anywhere text-link underline underline-offset-2"
    >
      {children}
    </a>
  );
}

function filled(message: string): (value: string) => true | string {
  return (value) => value.trim() !== "" || message;
}

/** The browser's own email validation; nothing else checks it here. */
function isAddress(value: string): true | string {
  const field = document.createElement("input");
  field.type = "email";
  field.value = value;
  return field.checkValidity() || "Enter a valid email address";
}
