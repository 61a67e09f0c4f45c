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

export interface EmailSettingsStore {
  list(): Promise<EmailSettingsRecord[]>;
  get(id: string): Promise<EmailSettingsRecord | null>;
  /** Creating an active record deactivates all others, since only one is used. */
  create(settings: Omit<EmailSettingsRecord, "id">): Promise<EmailSettingsRecord>;
  update(
    id: string,
    patch: Partial<Omit<EmailSettingsRecord, "id" | "createdAt">>,
  ): Promise<EmailSettingsRecord | null>;
}
