import type { MailSignInMode } from "#shared/contract/mail-sign-in.ts";
import type { MailProvider } from "#shared/mail-providers.ts";
import type { MailApp } from "#web/api/mail-sign-ins.ts";

export interface AppValues {
  mode: MailSignInMode;
  clientId: string;
  tenant: string;
  account: string;
  /** A client secret or a pasted key file; null keeps the stored one. */
  secret: string | null;
}

/** What to send for these values, or what is wrong with the pasted file. */
export function appOf(provider: MailProvider, values: AppValues): MailApp | { problem: string } {
  const { mode, clientId, tenant, account, secret } = values;
  const mailbox = mode === "app" ? { account } : {};
  if (provider !== "google" || mode !== "app") {
    const hasSecret = secret !== null && secret.trim() !== "";
    return { mode, clientId, tenant, ...mailbox, ...(hasSecret && { clientSecret: secret }) };
  }
  if (secret === null) return { mode, clientId, ...mailbox };
  const serviceAccount = parsed(secret);
  if (serviceAccount === null) return { problem: "This isn't a JSON key file. Paste the whole file." };
  return { mode, ...mailbox, serviceAccount: serviceAccount as MailApp["serviceAccount"] };
}

function parsed(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
