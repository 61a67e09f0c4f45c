import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { fieldLength, recipients, defaultPort } = LIMITS.emailSettings;

export const ReportFrequency = z.enum(["daily", "weekly", "monthly"]);

/** RFC 5321 Dot-string before the @, host names with the letters of any script after it (IDNA, RFC 5890). */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?=[^.]*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Mail reaches an international domain in its ASCII form; other letters before the @ many servers cannot carry. */
const Address = z
  .string()
  .max(fieldLength)
  .regex(/^(?![^@]*[^\u0000-\u007f][^@]*@)/u, {
    message: "Before the @ only letters from a to z, digits and signs such as . _ + - can be used",
    abort: true,
  })
  .regex(ADDRESS, "Not an e-mail address");

const fields = {
  smtpHost: line(fieldLength)
    .min(1, "SMTP host is required")
    .regex(/^[\p{L}\p{N}._:[\]-]+$/u, "Only the name of the server, without https:// or a path"),
  smtpPort: z
    .int("Port must be a whole number")
    .min(1, "Port must be at least 1")
    .max(65_535, "Port must be at most 65535"),
  username: line(fieldLength).min(1, "Username is required"),
  password: z.string().min(1, "Password is required").max(fieldLength),
  fromEmail: Address,
  recipientEmails: z
    .array(Address)
    .min(1, "At least one recipient email is required")
    .max(recipients, `At most ${recipients} recipients`),
  reportFrequency: ReportFrequency,
  isActive: z.boolean(),
};

/** The record as answered; the password never is. `lastSuccess` and `failingSince` come from real sends and tests. */
export const EmailSettings = z.object({
  id: Id,
  smtpHost: z.string(),
  smtpPort: z.int(),
  username: z.string(),
  hasPassword: z.boolean(),
  fromEmail: z.string(),
  recipientEmails: z.array(z.string()),
  reportFrequency: ReportFrequency,
  isActive: z.boolean(),
  lastSuccess: Timestamp.nullable(),
  failingSince: Timestamp.nullable(),
  lastError: z.string(),
  createdAt: Timestamp,
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export const NewEmailSettings = z.object({
  ...fields,
  smtpPort: fields.smtpPort.default(defaultPort),
  reportFrequency: fields.reportFrequency.default("daily"),
  isActive: fields.isActive.default(true),
});
export type NewEmailSettings = z.infer<typeof NewEmailSettings>;

export const EmailSettingsUpdate = z.object(fields).partial();
export type EmailSettingsUpdate = z.infer<typeof EmailSettingsUpdate>;

/** `id` names the stored record whose password is used when the test leaves it out. */
export const EmailSettingsTest = z.object({
  id: Id.optional(),
  smtpHost: fields.smtpHost,
  smtpPort: fields.smtpPort,
  username: fields.username,
  password: fields.password.optional(),
  fromEmail: fields.fromEmail,
  recipientEmails: fields.recipientEmails,
});
export type EmailSettingsTest = z.infer<typeof EmailSettingsTest>;

/** `leadCount` is the number of qualified leads the report speaks of. */
export const ReportResult = z.object({ leadCount: z.int(), messageId: z.string() });
export type ReportResult = z.infer<typeof ReportResult>;
