import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import { builtInAnswer } from "#server/assistant/built-in-answer.ts";

export interface Telling {
  /** Gets the reply piece by piece while it is made. Pieces of a reply that failed are no part of what is answered. */
  onText: (text: string) => void;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/**
 * Answers a question: with the operator's language model where there is one, and in every other case, a failing model
 * included, from the help texts and the data alone. Rejects only with store_unreachable.
 */
export async function ask(readings: Readings, request: ChatRequest, telling: Telling): Promise<ChatReply> {
  if (readings.workspace.languageModel !== null) {
    const { modelAnswer } = await import("#server/assistant/model/model-answer.ts");
    const reply = await modelAnswer(readings, request, telling);
    if (reply !== null) return reply;
  }
  return builtInAnswer(readings, request);
}
