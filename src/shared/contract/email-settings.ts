import { z } from "zod";
import { Id, line, Timestamp, Version } from "#shared/contract/common.ts";
import { MailSignInMethod } from "#shared/contract/mail-sign-in.ts";
import { LIMITS } from "#shared/limits.ts";

const { fieldLength, recipients, defaultPort } = LIMITS.emailSettings;

export const ReportFrequency = z.enum(["daily", "weekly", "monthly"]);

/** RFC 5321 Dot-string before the @; host names may use letters of any script (IDNA, RFC 5890). */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?=[^.]*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** International domains are reachable in ASCII form, but many servers can't handle non-ASCII before the @. */
const Address = z
  .string()
  .max(fieldLength)
  .regex(/^(?![^@]*[^\u0000-\u007f][^@]*@)/u, {
    message: "Only letters a to z, digits and characters like . _ + - can come before the @",
    abort: true,
  })
  .regex(ADDRESS, "Enter a valid email address");

const fields = {
  smtpHost: line(fieldLength)
    .min(1, "SMTP host is required")
    .regex(/^[\p{L}\p{N}._:[\]-]+$/u, "Enter the host name only, without https:// or a path"),
  smtpPort: z
    .int("Port must be a whole number")
    .min(1, "Port must be at least 1")
    .max(65_535, "Port must be at most 65535"),
  signIn: MailSignInMethod,
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

/** As returned, without the password. `lastSuccess` and `failingSince` come from real sends and tests. */
export const EmailSettings = z.object({
  id: Id,
  smtpHost: z.string(),
  smtpPort: z.int(),
  signIn: MailSignInMethod,
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
  version: Version,
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export const NewEmailSettings = z
  .object({
    ...fields,
    smtpPort: fields.smtpPort.default(defaultPort),
    signIn: fields.signIn.default("password"),
    /** Required unless it signs in through a provider. */
    password: fields.password.optional(),
    reportFrequency: fields.reportFrequency.default("daily"),
    isActive: fields.isActive.default(true),
    /** Empty if the client saw no settings in use. */
    version: Version.optional(),
  })
  .refine(({ signIn, password }) => signIn !== "password" || password !== undefined, {
    path: ["password"],
    message: "Password is required",
  });
export type NewEmailSettings = z.infer<typeof NewEmailSettings>;

export const EmailSettingsUpdate = z.object({ ...fields, version: Version }).partial();
export type EmailSettingsUpdate = z.infer<typeof EmailSettingsUpdate>;

/** `id` names the stored record whose password is used if the test omits it. */
export const EmailSettingsTest = z.object({
  id: Id.optional(),
  smtpHost: fields.smtpHost,
  smtpPort: fields.smtpPort,
  signIn: fields.signIn.default("password"),
  username: fields.username,
  password: fields.password.optional(),
  fromEmail: fields.fromEmail,
  recipientEmails: fields.recipientEmails,
});
export type EmailSettingsTest = z.infer<typeof EmailSettingsTest>;

/** `leadCount`: qualified leads in the report. */
export const ReportResult = z.object({ leadCount: z.int(), messageId: z.string() });
export type ReportResult = z.infer<typeof ReportResult>;

/** What a report sent now would contain, and who would get it. */
export const ReportPreview = z.object({
  subject: z.string(),
  leadCount: z.int(),
  /** Leads that qualified since the previous report; at least this many unless `isExact`. */
  newCount: z.int(),
  isExact: z.boolean(),
  since: Timestamp,
  recipients: z.array(z.string()),
  /** Of the email settings; send it along. */
  version: Version,
  /** The user's own address, the only one a test goes to; null if unknown, then the test needs one. */
  testAddress: z.string().nullable(),
});
export type ReportPreview = z.infer<typeof ReportPreview>;

/** With the `version` of a preview, a report whose recipients have changed since is refused (409 `stale`). */
export const ReportQuery = z.object({ version: Version.optional() });

export const ReportTest = z.object({ to: Address.optional() });
export type ReportTest = z.infer<typeof ReportTest>;

export const ReportTestResult = ReportResult.extend({ to: z.string() });
export type ReportTestResult = z.infer<typeof ReportTestResult>;
