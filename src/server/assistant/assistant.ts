import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import { builtInAnswer } from "#server/assistant/built-in-answer.ts";

export interface Telling {
  /** Gets the reply piece by piece while it is made. Pieces of a reply that failed are no part of what is answered. */
  onText: (text: string) => void;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Answers a question from the help texts and the data. Rejects only with store_unreachable. */
export async function ask(readings: Readings, request: ChatRequest, _telling: Telling): Promise<ChatReply> {
  return builtInAnswer(readings, request);
}
