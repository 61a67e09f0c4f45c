import type { SignInMethod } from "#shared/mail-providers.ts";

export interface EmailSettingsRecord {
  id: string;
  smtpHost: string;
  smtpPort: number;
  username: string;
  signIn: SignInMethod;
  /** Null if it signs in through a provider. */
  sealedPassword: string | null;
  fromEmail: string;
  recipientEmails: string[];
  reportFrequency: "daily" | "weekly" | "monthly";
  isActive: boolean;
  /** Scheduled reports are due from this moment on. */
  scheduledSince: string;
  lastSuccess: string | null;
  failingSince: string | null;
  lastError: string;
  createdAt: string;
}
