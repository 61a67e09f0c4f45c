import { LIMITS } from "#shared/limits.ts";
import type { AnalysedEmail, AnalyseOptions } from "#server/email-analysis/analyse-email.ts";
import { startAnalysisThread, type AnalysisThread } from "#server/email-analysis/analysis-thread.ts";
import type { FetchedMessage, MessageBatch } from "#server/sources/mailbox/read-folder.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import { readMailJudgement } from "#server/workflows/mail/mail-rules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A batch with what was found in its messages. */
export interface AnalysedBatch {
  batch: MessageBatch;
  messages: MailMessage[];
}

/** Analyses what is read from one mailbox, in a thread of its own where it is much. */
export interface BatchAnalyser {
  /** `place` tells the folder from others, for messages that tell nothing of themselves. */
  analyse(batch: MessageBatch, folder: string, place: string): Promise<AnalysedBatch>;
  close(): Promise<void>;
}

/** `address` receives the mail: what it wrote itself is no lead. */
export function createBatchAnalyser(workspace: Workspace, address: string): BatchAnalyser {
  let thread: AnalysisThread | null = null;
  const analyseAll = (batch: MessageBatch, raws: Uint8Array[], options: AnalyseOptions): Promise<AnalysedEmail[]> => {
    if (thread === null && batch.total <= LIMITS.mailbox.batch) return here(raws, options);
    thread ??= startAnalysisThread();
    return thread.analyse(raws, options);
  };
  return {
    async analyse(batch, folder, place) {
      const options = { ownAddresses: [address], ...(await readMailJudgement(workspace)) };
      const readable = batch.messages.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
      const analysed = await analyseAll(batch, readable, options);
      let next = 0;
      const messages = batch.messages.map((message) => {
        const found = message.bytes === null ? null : (analysed[next++] ?? null);
        return mailMessage(message, found, folder, `${place} ${batch.mark.uidValidity} ${message.uid}`);
      });
      return { batch, messages };
    },
    async close() {
      await thread?.close();
    },
  };
}

async function here(raws: readonly Uint8Array[], options: AnalyseOptions): Promise<AnalysedEmail[]> {
  // What reads messages is memory for nothing before there are any.
  const { analyseEmail } = await import("#server/email-analysis/analyse-email.ts");
  const analysed: AnalysedEmail[] = [];
  for (const raw of raws) {
    analysed.push(await analyseEmail(raw, options));
    // One that is built to take long holds up nobody for longer than itself.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return analysed;
}

function mailMessage(
  { uid, receivedAt, problem }: FetchedMessage,
  analysed: AnalysedEmail | null,
  folder: string,
  place: string,
): MailMessage {
  const told = { folder, uid, receivedAt };
  if (analysed === null) return { ...told, messageKey: place, analysed: null, problem: problem ?? "" };
  const { messageKey, kind, verdict } = analysed;
  if (kind === "unreadable") return { ...told, messageKey, analysed: null, problem: verdict.reason };
  return { ...told, messageKey, analysed, problem: "" };
}
