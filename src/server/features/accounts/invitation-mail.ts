import type { CreatedUser } from "#shared/contract/user.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import { INK, mailButton, mailHtml, MUTED, TABLE } from "#server/delivery/mail/mail-html.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import { escapeHtml, isolate, mailedAddress } from "#server/delivery/mail/mailed-words.ts";
import { freshMessageId, mailOnePerson } from "#server/features/reports/email-settings.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

interface Invitation {
  /** The whole address, with the secret. */
  link: string;
  /** ISO 8601. */
  until: string;
  /** The username of who invites. */
  by: string;
  /** The username that it is for. */
  username: string;
  /** For someone who has signed in before. */
  isReset: boolean;
}

/** Refuses an address that the mail server couldn't take. Throws `invalid` at `email`. */
export function checkInvitationAddress(to: string | undefined): void {
  if (to !== undefined && !isMailAddress(to)) throw invalid("email", "Enter a single email address.");
}

/** Emails the link. A failed email is a result, not an error, since the link can be sent another way. */
export async function mailInvitation(
  workspace: Workspace,
  to: string,
  invitation: Invitation,
): Promise<NonNullable<CreatedUser["mail"]>> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    return { to, sent: false, message: EMAIL_NOT_CONFIGURED };
  }
  try {
    const messageId = freshMessageId("invitation", settings.fromEmail);
    await mailOnePerson(workspace, settings, to, { ...invitationMessage(invitation), messageId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { to, sent: false, message: error.message };
  }
  return { to, sent: true, message: "" };
}

/** Who invites, what Winnow is, the link and until when it works, as text and HTML. */
function invitationMessage({ link, until, by, username, isReset }: Invitation): Omit<MailMessage, "messageId"> {
  const [inviter, name] = [mailedAddress(by), mailedAddress(username)];
  const title = isReset ? "Choose a new password for Winnow" : "You're invited to Winnow";
  const action = isReset ? "Choose a password" : "Accept invitation";
  const what = "Winnow collects sales leads, scores them and reports the qualified ones.";
  const limits = `The link works once, until ${inWords(until)}. Don't forward it: anyone who opens it can take over the account.`;
  const unexpected = `If you didn't expect this, ask ${inviter} or ignore this email.`;
  const did = (who: string): string =>
    isReset ? `${who} created a link for you to choose a new password.` : `${who} invited you to join the team.`;
  const [inviterHtml, nameHtml] = [inviter, name].map((text) => `<bdi dir="auto"><b>${escapeHtml(text)}</b></bdi>`);
  return {
    fromName: "Winnow",
    subject: title,
    text: `${did(isolate(inviter))} ${what}\n\nYour username: ${isolate(name)}\n\n${action}: ${link}\n\n${limits}\n\n${unexpected}\n`,
    html: mailHtml(
      title,
      `<tr><td style="padding:20px"><div class="muted" style="${MUTED};font-size:13px">Winnow</div>
<h1 class="ink" style="${INK};margin:4px 0 8px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(title)}</h1>
<div class="ink" style="${INK};word-break:break-word">${did(inviterHtml ?? "")} ${what}</div>
<div class="ink" style="${INK};padding-top:8px;word-break:break-word">Your username: ${nameHtml ?? ""}</div>
<table ${TABLE} style="margin:16px 0"><tr>${mailButton(link, action)}</tr></table>
<div class="muted" style="${MUTED};font-size:13px">${limits}</div>
<div class="muted" style="${MUTED};font-size:13px;padding-top:8px;word-break:break-word">${escapeHtml(unexpected)}</div></td></tr>`,
    ),
    attachments: [],
  };
}

/** "November 30, 2026 at 2:05 PM (UTC)": the reader's time zone isn't known. */
function inWords(until: string): string {
  const words = new Date(until).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${words} (UTC)`;
}
