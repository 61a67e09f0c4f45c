import { leadTitle } from "#shared/lead-title.ts";
import { INK, mailHeading, mailHtml, MUTED } from "#server/delivery/mail/mail-html.ts";
import { escapeHtml, isolate, mailedLine } from "#server/delivery/mail/mailed-words.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import type { CommentOfLead } from "#server/db/comments/comments.ts";
import { anchor, row } from "#server/features/reports/content/report-html.ts";

export interface MentionInput {
  comment: CommentOfLead;
  /** The product's address, without a slash at the end. */
  address: string;
  /** The page that turns these emails off. */
  unsubscribeUrl: string;
  messageId: string;
}

const FOOTER = "You get an email when a comment mentions you.";

/** One comment for a person it mentions, as HTML and plain text. Its subject leaves out the lead's name. */
export function mentionMessage({ comment, address, unsubscribeUrl, messageId }: MentionInput): MailMessage {
  const author = mailedLine(comment.author);
  const subject = `${author} mentioned you in a comment`;
  const lead = mailedLine(leadTitle(comment.lead));
  const link = `${address}/leads/${comment.lead.id}`;
  const account = `${address}/account`;
  // Often pasted from strangers, so without their links.
  const lines = comment.text.split(/\r?\n/u).map(mailedLine);
  const html = lines.map((line) => `<bdi dir="auto">${escapeHtml(line)}</bdi>`).join("<br>");
  return {
    messageId,
    fromName: "Winnow",
    subject,
    unsubscribe: { url: unsubscribeUrl },
    text: `${[
      `${isolate(author)} mentioned you in a comment`,
      `${isolate(lead)}\n${link}`,
      lines.map(isolate).join("\n"),
      FOOTER,
      `Settings: ${account}\nUnsubscribe: ${unsubscribeUrl}`,
    ].join("\n\n")}\n`,
    html: mailHtml(
      subject,
      `${mailHeading("Winnow", subject)}
${row(`<div style="padding-bottom:8px">${anchor(link, `<bdi dir="auto">${escapeHtml(lead)}</bdi>`)}</div><div class="ink" style="${INK};word-break:break-word">${html}</div>`)}
${row(`<div class="muted" style="${MUTED};font-size:13px">${FOOTER} ${anchor(account, "Change this")} or ${anchor(unsubscribeUrl, "unsubscribe")}.</div>`)}`,
    ),
    attachments: [],
  };
}
