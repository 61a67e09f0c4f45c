import { z } from "zod";
import { line, Timestamp } from "#shared/contract/common.ts";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { MAIL_PROVIDERS, SIGN_IN_METHODS } from "#shared/mail-providers.ts";

const { clientIdLength, secretLength, tenantLength } = LIMITS.mailSignIn;

export const MailProviderId = z.enum(MAIL_PROVIDERS);
export const MailSignInMethod = z.enum(SIGN_IN_METHODS);

/** `person`: someone consents in a browser. `app`: an administrator allows the app, and nobody signs in. */
export const MailSignInMode = z.enum(["person", "app"]);
export type MailSignInMode = z.infer<typeof MailSignInMode>;

/**
 * A provider's state. `off`: no app is registered. `ready`: registered, but nobody has signed in. `failing`: the provider
 * refused, and `message` says what to do.
 */
export const MailSignIn = z.object({
  provider: MailProviderId,
  state: z.enum(["off", "ready", "connected", "failing"]),
  mode: MailSignInMode,
  clientId: z.string(),
  /** Microsoft's directory; empty for Google. */
  tenant: z.string(),
  /** Whether a client secret, or a service account's key, is stored. */
  hasSecret: z.boolean(),
  /** The mailbox that tokens are for; empty until someone has signed in. */
  account: z.string(),
  since: Timestamp.nullable(),
  message: z.string(),
  /** The address to register with the provider. */
  redirectUri: z.string(),
});
export type MailSignIn = z.infer<typeof MailSignIn>;

export const MailSignInParams = z.object({ provider: MailProviderId });

/** The app as registered with the provider. Without a secret the stored one stays, for the same app. */
export const MailSignInUpdate = z.object({
  mode: MailSignInMode.default("person"),
  clientId: line(clientIdLength).default(""),
  clientSecret: z.string().trim().min(1).max(secretLength).optional(),
  /** A directory's ID or domain. */
  tenant: line(tenantLength)
    .regex(/^[\w.-]*$/u, "Enter the directory (tenant) ID")
    .default(""),
  /** For an app without a person: the mailbox it uses. */
  account: line(LIMITS.mailbox.fieldLength).default(""),
  /** A Google service account's key file, for an app without a person. */
  serviceAccount: ServiceAccount.optional(),
});
export type MailSignInUpdate = z.infer<typeof MailSignInUpdate>;

/** The screen to return to. */
export const MailSignInStart = z.object({ from: z.enum(["gmail", "email-settings"]) });
export type MailSignInStart = z.infer<typeof MailSignInStart>;

/** The provider's page, where someone signs in and consents. */
export const MailSignInPage = z.object({ url: z.string() });
