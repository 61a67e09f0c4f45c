import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { isTimeZone } from "#shared/time-zone.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import { builtInAnswer } from "#server/assistant/built-in-answer.ts";
import { inZone } from "#server/assistant/words/local-time.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";

export interface AnswerOptions {
  /** Receives the reply as it is generated. Pieces of a failed reply are not part of the answer. */
  onText: (text: string) => void;
  /** Aborted when the client has left. */
  signal: AbortSignal;
}

/**
 * Answers a question with the operator's language model; if there is none or it fails, from the help texts and the
 * data. Rejects only with store_unreachable.
 */
export async function ask(readings: Readings, request: ChatRequest, options: AnswerOptions): Promise<ChatReply> {
  const { timeZone = "" } = request;
  const zone = isTimeZone(timeZone) ? timeZone : (await reportClock(readings.workspace)).timeZone;
  return inZone(zone, async () => {
    if (readings.workspace.languageModel !== null) {
      const { modelAnswer } = await import("#server/assistant/model/model-answer.ts");
      const reply = await modelAnswer(readings, request, options);
      if (reply !== null) return reply;
    }
    return builtInAnswer(readings, request);
  });
}
