import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { emailSettingsQuery } from "#web/api/email-settings.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

/** Where to send an invitation; empty to copy the link instead. */
export const InvitationEmail = z.union(
  [z.literal(""), z.string().trim().pipe(z.email("Enter a valid email address"))],
  {
    error: "Enter a valid email address",
  },
);

/** Whether outgoing email is set up. */
export function useIsMailOn(): boolean {
  const { data: settings = [] } = useQuery(emailSettingsQuery);
  return settings.some(({ isActive }) => isActive);
}

/** The username if it is an email address, otherwise "". */
export function addressIn(username: string): string {
  return InvitationEmail.safeParse(username).data ?? "";
}

interface InvitationEmailFieldProps {
  error: string | undefined;
  control: UseFormRegisterReturn;
}

export function InvitationEmailField({ error, control }: InvitationEmailFieldProps) {
  return (
    <TextField
      label="Send to"
      error={error}
      hint="Leave empty to copy the link instead."
      {...control}
      type="email"
      literal
    />
  );
}
