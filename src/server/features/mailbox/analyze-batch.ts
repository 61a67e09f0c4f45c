import { availableParallelism } from "node:os";
import { LIMITS } from "#shared/limits.ts";
import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import { createMailReader, sharedMailReader, type MailReader } from "#server/pipeline/mail/mime/mail-reader.ts";
import type { FetchedMessage, MessageBatch } from "#server/pipeline/sources/mailbox/read-folder.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import { ownAddresses } from "#server/features/mailbox/email-origin.ts";
import { readMailClassifier } from "#server/features/mailbox/mail-rules.ts";
import type { Workspace } from "#server/workspace.ts";

/** A batch with the analysis of its messages. */
export interface AnalyzedBatch {
  batch: MessageBatch;
  messages: MailMessage[];
}

/** For 10,000 messages, two take 11 s of processor time each, and the main thread, which writes them, 8 s. */
const MOST_READERS = 2;

/** Analyzes messages of one mailbox, with dedicated readers if there are many. */
export function createBatchAnalyzer(workspace: Workspace) {
  const own: MailReader[] = [];
  return {
    /** `place` identifies the folder, for messages without identifying headers. */
    async analyze(batch: MessageBatch, folder: string, place: string): Promise<AnalyzedBatch> {
      const options = { ownAddresses: await ownAddresses(workspace), ...(await readMailClassifier(workspace)) };
      const readable = batch.messages.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
      const analyzed: AnalyzedEmail[] = [];
      if (own.length === 0 && batch.total <= LIMITS.mailbox.batch) {
        // One by one, so that a person who opens a message waits for at most one of these.
        for (const raw of readable) analyzed.push(await sharedMailReader.analyze(raw, options));
      } else {
        while (own.length < Math.min(MOST_READERS, availableParallelism())) own.push(createMailReader());
        const readerOf = (index: number): MailReader => own[index % own.length] ?? sharedMailReader;
        analyzed.push(...(await Promise.all(readable.map((raw, index) => readerOf(index).analyze(raw, options)))));
      }
      let next = 0;
      const messages = batch.messages.map((message) => {
        const found = message.bytes === null ? null : (analyzed[next++] ?? null);
        return mailMessage(message, found, folder, `${place} ${batch.mark.uidValidity} ${message.uid}`);
      });
      return { batch, messages };
    },
    async close(): Promise<void> {
      await Promise.all(own.map((reader) => reader.close()));
    },
  };
}

function mailMessage(
  { uid, receivedAt, problem }: FetchedMessage,
  analyzed: AnalyzedEmail | null,
  folder: string,
  place: string,
): MailMessage {
  const common = { folder, uid, receivedAt };
  if (analyzed === null) return { ...common, messageKey: place, analyzed: null, problem: problem ?? "" };
  const { messageKey, kind, verdict } = analyzed;
  if (kind === "unreadable") return { ...common, messageKey, analyzed: null, problem: verdict.reason };
  return { ...common, messageKey, analyzed, problem: "" };
}
