import { z } from "zod";
import { type EmailSettings, NewEmailSettings } from "#shared/contract/email-settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text-list.ts";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";

const { smtpHost, smtpPort, username, password, fromEmail, recipientEmails, reportFrequency } = NewEmailSettings.shape;

/** Validates the form. A null password keeps the stored one and is omitted from the request. */
export const SmtpFields = z
  .object({
    smtpHost,
    smtpPort: wholeNumberField(smtpPort.unwrap()),
    username,
    password: password.nullable(),
    fromEmail: z.string().trim().min(1, "From email is required").pipe(fromEmail),
    recipientEmailsText: textListField(recipientEmails),
    reportFrequency: reportFrequency.unwrap(),
    isActive: z.boolean(),
  })
  .transform(({ recipientEmailsText, password: typed, ...settings }) => ({
    ...settings,
    recipientEmails: recipientEmailsText,
    ...(typed !== null && { password: typed }),
  }));

export type SmtpValues = z.input<typeof SmtpFields>;
export type SmtpChecked = z.output<typeof SmtpFields>;

export function smtpValues(settings: EmailSettings | null): SmtpValues {
  return {
    smtpHost: settings?.smtpHost ?? "",
    smtpPort: String(settings?.smtpPort ?? LIMITS.emailSettings.defaultPort),
    username: settings?.username ?? "",
    password: settings?.hasPassword ? null : "",
    fromEmail: settings?.fromEmail ?? "",
    recipientEmailsText: formatTextList(settings?.recipientEmails ?? []),
    reportFrequency: settings?.reportFrequency ?? "daily",
    isActive: settings?.isActive ?? true,
  };
}

/** Form fields by API name. */
export const SERVER_FIELDS = {
  smtpHost: "smtpHost",
  smtpPort: "smtpPort",
  username: "username",
  password: "password",
  fromEmail: "fromEmail",
  recipientEmails: "recipientEmailsText",
  reportFrequency: "reportFrequency",
  isActive: "isActive",
} as const;
