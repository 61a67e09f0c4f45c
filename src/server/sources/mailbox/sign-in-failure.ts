import type { ImapFlowError } from "imapflow";
import { serverWords, type MailboxFailure, type MailboxTarget } from "#server/sources/mailbox/mailbox-failure-codes.ts";
import { addressOf, isGmail } from "#server/sources/mailbox/mailbox-server.ts";

const APP_PASSWORD_OF_GOOGLE = "myaccount.google.com/apppasswords";

interface Refusal extends Pick<MailboxFailure, "code"> {
  /** What the server says, or its response code (RFC 5530). */
  words: RegExp;
  message: (where: string, target: MailboxTarget) => string;
}

/** The first that fits tells why a sign-in was refused. */
const REFUSALS: readonly Refusal[] = [
  {
    code: "mailbox_app_password_needed",
    words:
      /application-specific password|app(?:lication)?[- ]?(?:specific )?password (?:is )?required|InvalidSecondFactor/iu,
    message: (_where, target) =>
      isGmail(target) ? gmailPassword("Gmail wants an app password here") : otherPassword(),
  },
  {
    code: "mailbox_imap_off",
    words:
      /not enabled for imap|imap (?:access )?(?:is )?(?:disabled|not (?:enabled|allowed|permitted))|enable imap|imap use/iu,
    message: (_where, target) =>
      isGmail(target)
        ? "IMAP is switched off for this account. In Gmail open Settings, See all settings, Forwarding and POP/IMAP, and enable IMAP; for a company account its administrator may have to allow it."
        : "IMAP is switched off for this account. Enable it in the settings of the mailbox.",
  },
  {
    code: "mailbox_passwords_not_taken",
    words: /basic ?auth|unsupported authentication mechanism|no matching authentication|login is disabled/iu,
    message: (where, target) =>
      isMicrosoft(target)
        ? "Microsoft has switched off passwords for IMAP, app passwords included. Let this mailbox forward its mail to one that Winnow can read."
        : `${where} takes no password on this connection. Use imaps://, usually with port 993.`,
  },
  {
    code: "mailbox_browser_sign_in_needed",
    words: /web ?(?:browser|alert|login)|account (?:is )?(?:blocked|locked|suspended)|verify your identity/iu,
    message: () =>
      "The provider wants you to sign in once in a web browser before it lets a program read this mailbox. Do that, then try again.",
  },
  {
    code: "mailbox_busy",
    words: /too many|simultaneous|bandwidth|rate limit|\bLIMIT\b|OVERQUOTA/iu,
    message: (where) => `${where} is limiting this account for now. Winnow tries again by itself.`,
  },
  {
    code: "mailbox_sign_in_deferred",
    words: /\bUNAVAILABLE\b|\bINUSE\b|temporar|try again later|internal error|SERVERBUG/iu,
    message: (where) => `${where} does not take sign-ins at the moment. Try again in a few minutes.`,
  },
];

/** Why the server let nobody in, told by what it said. */
export function signInFailure(failure: ImapFlowError, target: MailboxTarget): MailboxFailure {
  const where = addressOf(target);
  const words = [failure.serverResponseCode ?? "", serverWords(failure), failure.message].join(" ").trim();
  const quoted = serverWords(failure);
  const said = quoted === "" ? "" : ` The server said: ${target.quote(quoted)}`;
  const known = REFUSALS.find((refusal) => refusal.words.test(words));
  if (known !== undefined) return { code: known.code, message: known.message(where, target) + said };
  if (isGmail(target)) {
    const message = gmailPassword(
      "Gmail did not accept the address and app password. The account's own password never works",
    );
    return { code: "mailbox_app_password_needed", message: message + said };
  }
  if (isMicrosoft(target)) {
    const message =
      "Microsoft did not accept the address and password. It has switched off passwords for IMAP on most accounts; let this mailbox forward its mail to one that Winnow can read.";
    return { code: "mailbox_sign_in_failed", message: message + said };
  }
  return {
    code: "mailbox_sign_in_failed",
    message:
      `Authentication failed: ${where} did not accept ${target.quote(target.user)} and its password. Check both. ` +
      `Yahoo, iCloud and others want an app password in place of the account's own.${said}`,
  };
}

function gmailPassword(what: string): string {
  return `${what}: turn on 2-Step Verification for the account, create an app password at ${APP_PASSWORD_OF_GOOGLE} and enter its 16 letters.`;
}

function otherPassword(): string {
  return "The provider wants an app password here in place of the account's own: create one in the security settings of the account and enter it.";
}

function isMicrosoft({ host }: Pick<MailboxTarget, "host">): boolean {
  return /(?:^|\.)(?:office365|outlook|hotmail|live)\.com$/iu.test(host);
}
