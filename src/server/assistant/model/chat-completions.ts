import { createParser } from "eventsource-parser";
import { request } from "undici";
import { z } from "zod";
import { inSpan } from "#server/platform/tracing.ts";
import type { LanguageModel } from "#server/workflows/workspace.ts";

/** A message as the protocol has it (OpenAI's chat completions, which other servers speak, too). */
export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: WireToolCall[] }
  | { role: "tool"; content: string; tool_call_id: string };

interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

export interface ToolDescription {
  type: "function";
  function: { name: string; description: string; parameters: unknown };
}

export interface Completion {
  text: string;
  toolCalls: ToolCall[];
}

/** The model gave no answer that can be used; `reason` is for the log and holds nothing that it said. */
export class ModelError extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = "ModelError";
    this.reason = reason;
  }
}

const MOST_BYTES = 2_000_000;
const MOST_CHARACTERS = 8_000;
const MOST_TOKENS = 1_200;
/** Between two pieces of an answer. */
const SILENCE_MILLISECONDS = 30_000;

const Delta = z.object({
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z.int().optional(),
        id: z.string().nullish(),
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
      }),
    )
    .nullish(),
});
const Chunk = z.object({
  choices: z.array(z.object({ delta: Delta.nullish(), message: Delta.nullish(), finish_reason: z.string().nullish() })),
});

/**
 * One turn of the conversation: sends it, and reads the answer as it is made. Redirects are refused: the operator named
 * one address. Throws ModelError for whatever is no whole answer: refused, garbage, too long, cut off.
 */
export function complete(
  model: LanguageModel,
  conversation: Conversation,
  reading: { onText: (text: string) => void; signal: AbortSignal },
): Promise<Completion> {
  return inSpan("language model", { kind: "client" }, () => askModel(model, conversation, reading));
}

interface Conversation {
  messages: readonly ModelMessage[];
  tools: readonly ToolDescription[];
}

async function askModel(
  model: LanguageModel,
  conversation: Conversation,
  { onText, signal }: { onText: (text: string) => void; signal: AbortSignal },
): Promise<Completion> {
  const { messages, tools } = conversation;
  const response = await request(completionsUrl(model.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      ...(model.key !== null && { authorization: `Bearer ${model.key}` }),
    },
    body: JSON.stringify({
      model: model.model,
      messages,
      stream: true,
      max_tokens: MOST_TOKENS,
      ...(tools.length > 0 && { tools }),
    }),
    headersTimeout: model.milliseconds,
    bodyTimeout: SILENCE_MILLISECONDS,
    signal,
  });
  const { statusCode, body, headers } = response;
  if (statusCode !== 200) {
    body.destroy();
    throw new ModelError(`status ${statusCode}`);
  }
  const completion = new GrowingCompletion(onText);
  const isStream = String(headers["content-type"] ?? "").includes("text/event-stream");
  const parser = createParser({ onEvent: ({ data }) => completion.add(data) });
  const decoder = new TextDecoder();
  let whole = "";
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new ModelError("too long");
    const text = decoder.decode(piece, { stream: true });
    if (isStream) parser.feed(text);
    else whole += text;
    // What comes after the end is nobody's.
    if (completion.isDone) break;
  }
  if (!isStream) completion.add(whole);
  return completion.whole();
}

/** The base with or without a slash, or the whole address. */
function completionsUrl(url: string): string {
  const base = new URL(url);
  if (!base.pathname.endsWith("/chat/completions")) {
    base.pathname = `${base.pathname.replace(/\/+$/u, "")}/chat/completions`;
  }
  return base.href;
}

class GrowingCompletion {
  #text = "";
  readonly #calls = new Map<number, ToolCall>();
  #finish: string | null = null;
  #isDone = false;
  readonly #onText: (text: string) => void;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Takes one event's data, or a whole answer of a server that does not stream. */
  add(data: string): void {
    if (data.trim() === "[DONE]") {
      this.#isDone = true;
      return;
    }
    const parsed = Chunk.safeParse(jsonOf(data));
    if (!parsed.success) throw new ModelError("garbage");
    const [choice] = parsed.data.choices;
    if (choice === undefined) return;
    const { content, tool_calls: calls } = choice.delta ?? choice.message ?? {};
    if (content) {
      this.#text += content;
      if (this.#text.length > MOST_CHARACTERS) throw new ModelError("too long");
      this.#onText(content);
    }
    for (const [position, call] of (calls ?? []).entries()) {
      const index = call.index ?? position;
      const known = this.#calls.get(index) ?? { id: "", name: "", arguments: "" };
      known.id ||= call.id ?? "";
      known.name ||= call.function?.name ?? "";
      known.arguments += call.function?.arguments ?? "";
      if (known.arguments.length > MOST_CHARACTERS) throw new ModelError("too long");
      this.#calls.set(index, known);
    }
    this.#finish = choice.finish_reason ?? this.#finish;
  }

  whole(): Completion {
    if (this.#finish === null && !this.#isDone) throw new ModelError("cut off");
    if (this.#finish === "length" || this.#finish === "content_filter") throw new ModelError("cut off");
    const toolCalls = [...this.#calls.values()].map((call, index) => ({ ...call, id: call.id || `call-${index}` }));
    if (this.#text.trim() === "" && toolCalls.length === 0) throw new ModelError("empty");
    return { text: this.#text, toolCalls };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
