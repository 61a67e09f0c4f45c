import { counted } from "#shared/counted.ts";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { INK, mailButton, mailHtml, MUTED, TABLE } from "#server/delivery/mail/mail-html.ts";
import { mayHaveGone } from "#server/delivery/mail/mail-failure.ts";
import { escapeHtml, isolate } from "#server/delivery/mail/mailed-words.ts";
import type { HostedFormRecord } from "#server/db/sources/hosted-forms.ts";
import { freshMessageId, mailOnePerson } from "#server/features/reports/email-settings.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

const { confirmationDays, confirmationsPerAddress } = LIMITS.hostedForm;
const NOT_SENT = "The confirmation email couldn't be sent. Try again later.";

/** When each address got emails. Lives as long as the process: it only slows abuse down. */
const sent = new WeakMap<Workspace["store"], Map<string, number[]>>();

/**
 * Emails the link that confirms a form. It holds no text by the sender, who may not own the address. Throws not_sent
 * (503), and too_fast (429) once the address got several that day.
 */
export async function mailConfirmation(
  workspace: Workspace,
  { name }: Pick<HostedFormRecord, "name">,
  { to, link }: { to: string; link: string | null },
): Promise<void> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null || link === null) throw new AppError("not_sent", 503, NOT_SENT);
  // "ann+1@…" usually reaches the same person.
  countOne(workspace, to.toLowerCase().replace(/\+[^@]*(?=@)/u, ""));
  const title = "Confirm your email address";
  const what = `Someone, probably you, filled in the form “${isolate(name)}” with this address.`;
  const limits = `The link works for ${counted(confirmationDays, "day")}. If it wasn't you, ignore this email.`;
  const message = {
    fromName: "",
    messageId: freshMessageId("confirmation", settings.fromEmail),
    subject: title,
    text: `${what}\n\nConfirm: ${link}\n\n${limits}\n`,
    html: mailHtml(
      title,
      `<tr><td style="padding:20px">
<h1 class="ink" style="${INK};margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600">${title}</h1>
<div class="ink" style="${INK};word-break:break-word">${escapeHtml(what)}</div>
<table ${TABLE} style="margin:16px 0"><tr>${mailButton(link, "Confirm")}</tr></table>
<div class="muted" style="${MUTED};font-size:13px">${limits}</div></td></tr>`,
    ),
    attachments: [],
  };
  try {
    await mailOnePerson(workspace, settings, to, message);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The link in it must work. If it didn't arrive, the person fills in the form again.
    if (mayHaveGone(error)) return;
    throw new AppError("not_sent", 503, NOT_SENT);
  }
}

function countOne({ store, clock }: Workspace, address: string): void {
  const now = clock().getTime();
  const all = sent.get(store) ?? new Map<string, number[]>();
  sent.set(store, all);
  for (const [one, times] of all) {
    const recent = times.filter((time) => time > now - DAY);
    if (recent.length === 0) all.delete(one);
    else all.set(one, recent);
  }
  const times = all.get(address) ?? [];
  if (times.length >= confirmationsPerAddress) {
    throw new AppError("too_fast", 429, "This address already got several confirmation emails today.");
  }
  all.set(address, [...times, now]);
}
