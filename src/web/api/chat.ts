import type { ChatReply, ChatRequest, ChatText } from "#shared/contract/chat.ts";
import { ApiError } from "#web/api/api-error.ts";
import { send } from "#web/api/client.ts";
import { readEventStream } from "#web/api/read-event-stream.ts";
import type { z } from "zod";

interface Asking {
  /** Called with each further piece of the reply, where the server tells it as it is made. */
  onText: (text: string) => void;
  signal: AbortSignal;
}

/** Asks the assistant and answers its whole reply. Throws as `request` does, also when the reply breaks off. */
export async function askAssistant(request: ChatRequest, { onText, signal }: Asking): Promise<ChatReply> {
  const response = await send("/api/chat", {
    method: "POST",
    credentials: "include",
    headers: { accept: "text/event-stream, application/json;q=0.9", "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  try {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || response.body === null) {
      return (await response.json()) as ChatReply;
    }
    for await (const { type, data } of readEventStream(response.body)) {
      // Our own server wrote them after the contract's shapes.
      if (type === "text") onText((JSON.parse(data) as z.infer<typeof ChatText>).text);
      else if (type === "reply") return JSON.parse(data) as ChatReply;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  throw new ApiError(response.status, "The reply was cut off. Try again.");
}
