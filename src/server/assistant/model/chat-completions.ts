import { createParser } from "eventsource-parser";
import { z } from "zod";
import { jsonOf, ModelError, postCompletion, type LanguageModel } from "#server/delivery/language-model/completions.ts";
import { inSpan } from "#server/platform/tracing.ts";

/** A message in OpenAI's chat completions protocol, which other servers support too. */
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

const MOST_CHARACTERS = 8_000;
const MOST_TOKENS = 1_200;
/** The timeout between two chunks of an answer. */
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
 * One round of the conversation: sends it and streams the answer. Throws ModelError unless the answer is complete, for
 * example if it's refused, malformed, too long or cut off.
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
  const { isStream, pieces } = await postCompletion(
    model,
    { messages, stream: true, max_tokens: MOST_TOKENS, ...(tools.length > 0 && { tools }) },
    { signal, silenceMilliseconds: SILENCE_MILLISECONDS },
  );
  const completion = new GrowingCompletion(onText);
  const parser = createParser({ onEvent: ({ data }) => completion.add(data) });
  let whole = "";
  for await (const text of pieces) {
    if (isStream) parser.feed(text);
    else whole += text;
    // Ignores anything after the end.
    if (completion.isDone) break;
  }
  if (!isStream) completion.add(whole);
  return completion.whole();
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

  /** Processes one event's data, or the whole answer of a server that doesn't stream. */
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
