import type { ChatReply, ChatRequest, ChatText } from "#shared/contract/chat.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { fitted, send } from "#web/api/connection/client.ts";
import { readEventStream } from "#web/api/connection/read-event-stream.ts";
import type { z } from "zod";

interface Asking {
  /** Called with each chunk of a streamed reply. */
  onText: (text: string) => void;
  signal: AbortSignal;
}

/** Asks the assistant and resolves to the full reply. Throws like `request`, also when the stream breaks off. */
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
      return fitted("POST /api/chat", await response.json());
    }
    for await (const { type, data } of readEventStream(response.body)) {
      // Sent by our own server in the contract's format.
      if (type === "text") onText((JSON.parse(data) as z.infer<typeof ChatText>).text);
      else if (type === "reply") return fitted("POST /api/chat", JSON.parse(data));
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  throw new ApiError(response.status, "The reply was cut off. Try again.");
}
