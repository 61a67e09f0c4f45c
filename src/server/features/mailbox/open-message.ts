import type { EmailMessage } from "#shared/contract/mailbox.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { existing, notFound } from "#server/platform/errors.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { rereadMessage } from "#server/features/mailbox/reread-message.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * An analyzed message to read: from its mailbox, or its stored parts and the reason for having only those. Throws
 * not_found, and too_fast if many are being opened.
 */
export async function openMessage(workspace: Workspace, id: string): Promise<EmailMessage> {
  const record = await requireEmail(workspace, id);
  const { message, problem } = await rereadMessage(workspace, record);
  if (message === null) return storedMessage(workspace, record, problem);
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

/** The sanitized HTML of a message. Throws not_found if it has none or is no longer in its mailbox. */
export async function openMessageHtml(workspace: Workspace, id: string): Promise<string> {
  const { message } = await rereadMessage(workspace, await requireEmail(workspace, id));
  if (message === null || message.html === null) throw notFound("HTML version");
  return message.html.html;
}

async function requireEmail({ store }: Workspace, id: string): Promise<ProcessedEmailRecord> {
  return existing(await store.mailbox.email(id), "email");
}

async function storedMessage(
  workspace: Workspace,
  record: ProcessedEmailRecord,
  problem: string,
): Promise<EmailMessage> {
  const stored = await storedText(workspace, record);
  const text = stored ?? record.analysis?.text ?? "";
  const kept =
    stored !== null
      ? "Text as stored."
      : text === ""
        ? "Its text isn't stored."
        : "Stored text, without quotes and signature.";
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

/** What is stored of a lead's message for replays; null if it isn't a lead's. */
async function storedText({ store }: Workspace, { leadId, messageKey }: ProcessedEmailRecord): Promise<string | null> {
  const lead = leadId === null ? null : await store.leads.get(leadId);
  const input = rawInputsOf(lead?.rawData).find(({ rowKey }) => rowKey === `message:${messageKey}`);
  const { letter: stored } = (input?.raw ?? {}) as { letter?: { text?: unknown } | null };
  return typeof stored?.text === "string" ? stored.text : null;
}
