import type { Secrets } from "#server/platform/secrets.ts";
import { SECOND_FACTOR } from "#server/features/accounts/second-factor.ts";
import { API_HEADERS_SECRET } from "#server/features/source-kinds/api-headers.ts";
import { SHEET_SECRETS } from "#server/features/source-kinds/google-sheets.ts";
import { FORM_SECRETS } from "#server/features/forms/form-hook.ts";
import { MAILBOX_SECRETS } from "#server/features/mailbox/mailbox-account.ts";
import { MAIL_SIGN_IN_SECRETS } from "#server/features/mail-tokens/access-tokens.ts";
import { MAIL_SERVER_SECRET } from "#server/features/reports/email-settings.ts";
import { CRM_SECRET } from "#server/features/crm-sending/send-to-crm.ts";
import { WEBHOOK_SECRETS } from "#server/features/webhooks/deliver.ts";
import type { Workspace } from "#server/workspace.ts";

/** The purposes of stored secrets; other seals, such as cookies, are short-lived. */
const PURPOSES = [
  SECOND_FACTOR,
  MAIL_SERVER_SECRET,
  ...Object.values(SHEET_SECRETS),
  API_HEADERS_SECRET,
  ...Object.values(FORM_SECRETS),
  ...Object.values(MAILBOX_SECRETS),
  ...Object.values(MAIL_SIGN_IN_SECRETS),
  ...Object.values(WEBHOOK_SECRETS),
  CRM_SECRET,
];

/**
 * Seals every stored secret with another key. `from` are the keys in use so far; a secret that none of them opens stays
 * as it is. Returns the number of secrets of each kind.
 */
export async function resealSecrets(
  { store }: Pick<Workspace, "store">,
  { from, to }: { from: readonly Secrets[]; to: Secrets },
): Promise<{ resealed: number; unreadable: number }> {
  // Undo compares stored values, so equal texts have to stay equal.
  const resealed = new Map<string, string>();
  const unreadable = new Set<string>();
  await store.resealAll((sealed) => {
    const known = resealed.get(sealed);
    if (known !== undefined) return known;
    const opened = openedBy(from, sealed);
    if (opened === undefined) {
      unreadable.add(sealed);
      return sealed;
    }
    const text = to.seal(opened.plain, opened.purpose);
    resealed.set(sealed, text);
    return text;
  });
  return { resealed: resealed.size, unreadable: unreadable.size };
}

/** Logs if secrets can't be read: another key, or a data folder that was copied without it. */
export async function warnOfOtherKey({
  store,
  secrets,
  log,
}: Pick<Workspace, "store" | "secrets" | "log">): Promise<void> {
  const sealed = await store.sealedTexts().catch(() => []);
  const unreadable = sealed.filter((text) => openedBy([secrets], text) === undefined).length;
  if (unreadable === 0) return;
  const sentence =
    "stored secrets can't be read: restart with the original WINNOW_SECRET_KEY or secret.key, or enter them again";
  log.warn({ unreadable, readable: sealed.length - unreadable }, sentence);
}

function openedBy(keys: readonly Secrets[], sealed: string): { plain: string; purpose: string } | undefined {
  for (const secrets of keys) {
    for (const purpose of PURPOSES) {
      const opened = opensWith(secrets, sealed, purpose);
      if (opened !== null) return opened;
    }
  }
  return undefined;
}

/** The purpose is authenticated with the text, so only the right pair of key and purpose opens it. */
function opensWith(secrets: Secrets, sealed: string, purpose: string): { plain: string; purpose: string } | null {
  try {
    return { plain: secrets.open(sealed, purpose), purpose };
  } catch {
    return null;
  }
}
