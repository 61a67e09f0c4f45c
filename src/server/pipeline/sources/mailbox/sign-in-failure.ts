import type { ImapFlowError } from "imapflow";
import { addressOf } from "#server/platform/mail-server-failure.ts";
import {
  serverWords,
  type MailboxFailure,
  type MailboxTarget,
} from "#server/pipeline/sources/mailbox/mailbox-failure-codes.ts";
import { isGmail } from "#server/pipeline/sources/mailbox/mailbox-server.ts";

const APP_PASSWORD_OF_GOOGLE = "myaccount.google.com/apppasswords";

interface Refusal extends Pick<MailboxFailure, "code"> {
  /** Matches the server's text, or its response code (RFC 5530). */
  words: RegExp;
  message: (where: string, target: MailboxTarget) => string;
}

/** Known reasons for a rejected sign-in; the first match wins. */
const REFUSALS: readonly Refusal[] = [
  {
    code: "mailbox_app_password_needed",
    words:
      /application-specific password|app(?:lication)?[- ]?(?:specific )?password (?:is )?required|InvalidSecondFactor/iu,
    message: (_where, target) => (isGmail(target) ? gmailPassword("Gmail requires an app password") : otherPassword()),
  },
  {
    code: "mailbox_imap_off",
    words:
      /not enabled for imap|imap (?:access )?(?:is )?(?:disabled|not (?:enabled|allowed|permitted))|enable imap|imap use/iu,
    message: (_where, target) =>
      isGmail(target)
        ? "IMAP is off for this account. In Gmail, open Settings > See all settings > Forwarding and POP/IMAP and enable IMAP. For a company account, the administrator may have to allow it."
        : "IMAP is off for this account. Enable it in the mailbox's settings.",
  },
  {
    code: "mailbox_passwords_not_taken",
    words: /basic ?auth|unsupported authentication mechanism|no matching authentication|login is disabled/iu,
    message: (where, target) =>
      isMicrosoft(target)
        ? "Microsoft no longer allows passwords for IMAP, including app passwords. Sign in with Microsoft 365 instead."
        : `${where} doesn't accept a password on this connection. Use imaps://, usually with port 993.`,
  },
  {
    code: "mailbox_browser_sign_in_needed",
    words: /web ?(?:browser|alert|login)|account (?:is )?(?:blocked|locked|suspended)|verify your identity/iu,
    message: () =>
      "The provider requires you to sign in once in a web browser before an app can read this mailbox. Do that, then try again.",
  },
  {
    code: "mailbox_busy",
    words: /too many|simultaneous|bandwidth|rate limit|\bLIMIT\b|OVERQUOTA/iu,
    message: (where) => `${where} is limiting this account for now. Winnow retries automatically.`,
  },
  {
    code: "mailbox_sign_in_deferred",
    words: /\bUNAVAILABLE\b|\bINUSE\b|temporar|try again later|internal error|SERVERBUG/iu,
    message: (where) => `${where} isn't accepting sign-ins right now. Try again in a few minutes.`,
  },
];

/** Why the server rejected the sign-in, based on its response. */
export function signInFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure {
  const where = addressOf(target);
  const words = [failure.serverResponseCode ?? "", serverWords(failure), failure.message].join(" ").trim();
  const quoted = serverWords(failure);
  const said = quoted === "" ? "" : ` The server said: ${target.quote(quoted)}`;
  if (target.usesToken) return tokenRefused(words, said, target);
  const known = REFUSALS.find((refusal) => refusal.words.test(words));
  if (known !== undefined) return { code: known.code, message: known.message(where, target) + said };
  if (isGmail(target)) {
    const message = gmailPassword(
      "Gmail didn't accept the address and app password. The account's own password doesn't work",
    );
    return { code: "mailbox_app_password_needed", message: message + said };
  }
  if (isMicrosoft(target)) {
    const message =
      "Microsoft didn't accept the address and password. It no longer allows passwords for IMAP on most accounts. Sign in with Microsoft 365 instead.";
    return { code: "mailbox_sign_in_failed", message: message + said };
  }
  return {
    code: "mailbox_sign_in_failed",
    message:
      `Authentication failed: ${where} didn't accept ${target.quote(target.user)} and its password. Check both. ` +
      `Yahoo, iCloud and others require an app password instead of the account's password.${said}`,
  };
}

/** Microsoft accepts the token but not its use for this mailbox. */
export const NOT_CONNECTED = /authenticated but not connected/iu;

export function notConnected({ user }: MailboxTarget): string {
  return `Microsoft accepted the sign-in, but not for the mailbox ${user}. Check the address, that IMAP is on for the mailbox, and that the account or app has full access to it.`;
}

/** Why the server rejected an access token. */
function tokenRefused(words: string, said: string, target: MailboxTarget): MailboxFailure {
  const passing = REFUSALS.find(
    ({ code, words: known }) =>
      (code === "mailbox_busy" || code === "mailbox_sign_in_deferred" || code === "mailbox_imap_off") &&
      known.test(words),
  );
  if (passing !== undefined) return { code: passing.code, message: passing.message(addressOf(target), target) + said };
  if (NOT_CONNECTED.test(words)) return { code: "mailbox_token_refused", message: notConnected(target) + said };
  const whose = target.quote(target.user);
  const message = isMicrosoft(target)
    ? `Microsoft didn't let Winnow read ${whose}. Check that IMAP is on for the mailbox and that the app has the IMAP permission. Without a person, the app also needs a service principal in Exchange with access to the mailbox.`
    : `${addressOf(target)} didn't let Winnow read ${whose} with this sign-in. Check that the address belongs to the account that signed in and that IMAP is on for it.`;
  return { code: "mailbox_token_refused", message: message + said };
}

function gmailPassword(what: string): string {
  return `${what}. Turn on 2-Step Verification for the account, create an app password at ${APP_PASSWORD_OF_GOOGLE} and enter its 16 letters.`;
}

function otherPassword(): string {
  return "The provider requires an app password instead of the account's password. Create one in the account's security settings and enter it.";
}

function isMicrosoft({ host }: Pick<MailboxTarget, "host">): boolean {
  return /(?:^|\.)(?:office365|outlook|hotmail|live)\.com$/iu.test(host);
}
