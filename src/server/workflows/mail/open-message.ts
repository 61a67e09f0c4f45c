import type { EmailMessage } from "#shared/contract/mailbox.ts";
import { rawInputsOf } from "#server/intake/raw-input.ts";
import { notFound } from "#server/platform/errors.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import { rereadMessage } from "#server/workflows/mail/reread-message.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * An analysed message to read: as its mailbox has it, or else what is kept of it and why that is all. Throws not_found,
 * and too_fast when many are being opened.
 */
export async function openMessage(workspace: Workspace, id: string): Promise<EmailMessage> {
  const record = await requireEmail(workspace, id);
  const { message, problem } = await rereadMessage(workspace, record);
  if (message === null) return keptMessage(workspace, record, problem);
  const { headers, text, html, attachments } = message;
  return {
    id,
    isWhole: true,
    note: "",
    headers,
    text,
    hasHtml: html !== null,
    links: html?.links ?? [],
    blockedImages: html?.blockedImages ?? 0,
    attachments,
  };
}

/** The sanitised HTML of a message. Throws not_found where it has none, or is not in its mailbox any more. */
export async function openMessageHtml(workspace: Workspace, id: string): Promise<string> {
  const { message } = await rereadMessage(workspace, await requireEmail(workspace, id));
  if (message === null || message.html === null) throw notFound("HTML of this e-mail");
  return message.html.html;
}

async function requireEmail({ store }: Workspace, id: string): Promise<ProcessedEmailRecord> {
  const record = await store.mailbox.email(id);
  if (record === null) throw notFound("e-mail");
  return record;
}

async function keptMessage(workspace: Workspace, record: ProcessedEmailRecord, problem: string): Promise<EmailMessage> {
  const letter = await letterText(workspace, record);
  const text = letter ?? record.analysis?.text ?? "";
  const kept =
    letter !== null
      ? "This is its text as it was read."
      : text === ""
        ? "Nothing of its text is kept."
        : "This is what its writer wrote, without quotes and signature, as it was read.";
  return {
    id: record.id,
    isWhole: false,
    note: `${problem} ${kept}`,
    headers: [
      { name: "From", value: record.from },
      { name: "Date", value: record.date },
      { name: "Subject", value: record.subject },
    ].filter(({ value }) => value !== ""),
    text,
    hasHtml: false,
    links: [],
    blockedImages: 0,
    attachments: [],
  };
}

/** What is kept of a lead's message with the lead, so that it can be read again; null when it is no lead's. */
async function letterText({ store }: Workspace, { leadId, messageKey }: ProcessedEmailRecord): Promise<string | null> {
  const lead = leadId === null ? null : await store.leads.get(leadId);
  const input = rawInputsOf(lead?.rawData).find(({ rowKey }) => rowKey === `message:${messageKey}`);
  const { letter } = (input?.raw ?? {}) as { letter?: { text?: unknown } | null };
  return typeof letter?.text === "string" ? letter.text : null;
}
