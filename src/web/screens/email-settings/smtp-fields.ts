import { z } from "zod";
import { type EmailSettings, NewEmailSettings } from "#shared/contract/email-settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList, parseTextList } from "#shared/text/text-list.ts";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";

const { smtpHost, smtpPort, signIn, username, password, fromEmail, recipientEmails, reportFrequency } =
  NewEmailSettings.shape;

/** Validates the form. A null password keeps the stored one and is omitted from the request. */
export const SmtpFields = z
  .object({
    smtpHost,
    smtpPort: wholeNumberField(smtpPort.unwrap()),
    signIn: signIn.unwrap(),
    username,
    password: password.unwrap().nullable(),
    fromEmail: z.string().trim().min(1, "From email is required").pipe(fromEmail),
    // Outlook separates addresses by semicolons.
    recipientEmailsText: textListField(recipientEmails, (text) => parseTextList(text.replaceAll(";", ","))),
    reportFrequency: reportFrequency.unwrap(),
    isActive: z.boolean(),
  })
  .transform(({ recipientEmailsText, password: typed, ...settings }) => ({
    ...settings,
    recipientEmails: recipientEmailsText,
    ...(typed !== null && settings.signIn === "password" && { password: typed }),
  }));

export type SmtpValues = z.input<typeof SmtpFields>;
export type SmtpChecked = z.output<typeof SmtpFields>;

export function smtpValues(settings: EmailSettings | null): SmtpValues {
  return {
    smtpHost: settings?.smtpHost ?? "",
    smtpPort: String(settings?.smtpPort ?? LIMITS.emailSettings.defaultPort),
    signIn: settings?.signIn ?? "password",
    username: settings?.username ?? "",
    password: noPassword(settings),
    fromEmail: settings?.fromEmail ?? "",
    recipientEmailsText: formatTextList(settings?.recipientEmails ?? []),
    reportFrequency: settings?.reportFrequency ?? "daily",
    isActive: settings?.isActive ?? true,
  };
}

/** The password field before anything is entered: null where none is needed, or one is stored. */
export function noPassword(settings: Pick<EmailSettings, "hasPassword" | "signIn"> | null): string | null {
  return settings !== null && (settings.hasPassword || settings.signIn !== "password") ? null : "";
}

/** Form fields by API name. */
export const SERVER_FIELDS = { recipientEmails: "recipientEmailsText" } as const;
