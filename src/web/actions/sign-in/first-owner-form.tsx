import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useController, useForm } from "react-hook-form";
import { z } from "zod";
import { Username } from "#shared/contract/user.ts";
import { NewPasswordField, passwordComplaint } from "#web/actions/new-password-field.tsx";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { makeFirstOwner } from "#web/api/session.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Notice } from "#web/ui/notice.tsx";

const Fields = z.object({
  username: Username,
  password: z.string().refine((text) => passwordComplaint(text) === undefined, {
    error: ({ input }) => passwordComplaint(String(input)),
  }),
});

/** Creates the first account and signs in; `token` is the secret of the link that the server printed, if it needs one. */
export function FirstOwnerForm({ token, onCreated }: { token?: string; onCreated?: (username: string) => void }) {
  const { mutateAsync } = useMutation(makeFirstOwner);
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { username: "", password: "" } });
  const { control: formControl, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  // First, because the first invalid field gets the focus.
  const username = form.register("username");
  const { ref: passwordRef, value, onChange } = useController({ control: formControl, name: "password" }).field;
  const isOnlyForm = token !== undefined;
  useEffect(() => {
    if (isOnlyForm) setFocus("username");
  }, [isOnlyForm, setFocus]);
  const create = form.handleSubmit(async (account) => {
    try {
      await mutateAsync({ ...account, ...(token !== undefined && { token }) });
      onCreated?.(account.username);
    } catch (error) {
      showFieldErrors(form, error, { username: "username", password: "password" });
      if (!(error instanceof ApiError) || error.fields.length === 0)
        form.setError("root", { message: detailOf(error) });
    }
  });

  return (
    <form
      noValidate
      aria-label="First account"
      onSubmit={(event) => void create(event)}
      className="flex max-w-sm flex-col gap-4"
    >
      <Field label="Username" required error={errors.username?.message} hint="An email address or any other name.">
        {(control) => (
          <Input {...control} {...username} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <NewPasswordField ref={passwordRef} value={value} onChange={onChange} error={errors.password?.message} />
      <div role="alert" className="empty:-mt-4">
        {errors.root?.message !== undefined && <Notice tone="danger">{errors.root.message}</Notice>}
      </div>
      <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Creating...">
        Create first account
      </Button>
    </form>
  );
}
