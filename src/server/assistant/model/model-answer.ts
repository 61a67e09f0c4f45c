import { randomBytes } from "node:crypto";
import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { isStoreFailure } from "#server/platform/errors.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import type { AnswerOptions } from "#server/assistant/assistant.ts";
import { complete, type Completion, type ModelMessage } from "#server/assistant/model/chat-completions.ts";
import { LinkReader, productPath } from "#server/assistant/model/product-links.ts";
import { systemPrompt } from "#server/assistant/model/system-prompt.ts";
import { runTool, toolDescriptions } from "#server/assistant/model/tools.ts";
import { failureReason, ModelError } from "#server/delivery/language-model/completions.ts";
import type { Store } from "#server/db/store.ts";

const ROUNDS = 6;
const CALLS_A_ROUND = 6;
const RESULT_CHARACTERS = 12_000;
const HISTORY_CHARACTERS = 12_000;
const MOST_LINKS = 8;

/**
 * Answers with the operator's language model, which queries the data with read-only tools; null if there is no model or
 * it fails, which is logged. Rejects only if the store fails.
 */
export async function modelAnswer(
  readings: Readings,
  request: ChatRequest,
  { onText, signal }: AnswerOptions,
): Promise<ChatReply | null> {
  const { languageModel: model, log, store } = readings.workspace;
  if (model === null) return null;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(model.milliseconds)]);
  let links = new LinkReader();
  let shown = "";
  const show = (text: string): void => {
    if (text === "") return;
    shown += text;
    onText(text);
  };
  try {
    const turn = (messages: readonly ModelMessage[], isLast: boolean): Promise<Completion> =>
      complete(
        model,
        { messages, tools: isLast ? [] : toolDescriptions() },
        { onText: (text) => show(links.push(text)), signal: inTime },
      );
    await converse(readings, request, turn, () => {
      links = new LinkReader();
      shown = "";
    });
    show(links.end());
    if (shown.trim() === "") throw new ModelError("empty");
    return { reply: shown.trim(), links: await existing(store, links.links), suggestions: [], from: "model" };
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    if (!signal.aborted) {
      log.warn({ reason: failureReason(error, inTime) }, "the language model failed; answered without it");
    }
    return null;
  }
}

/** Repeats rounds until the model answers without calling tools; the last round offers none. */
async function converse(
  readings: Readings,
  request: ChatRequest,
  turn: (messages: readonly ModelMessage[], isLast: boolean) => Promise<Completion>,
  startOver: () => void,
): Promise<void> {
  // Authors of leads and messages can't guess it, so they can't close the fence.
  const fence = `data-${randomBytes(9).toString("hex")}`;
  // Without the query, which the link's sender may have written.
  const page = productPath(request.page ?? "")?.replace(/\?.*$/u, "");
  const messages: ModelMessage[] = [
    { role: "system", content: systemPrompt({ now: readings.workspace.clock(), page, fence }) },
    ...earlier(request),
    { role: "user", content: request.message },
  ];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { text, toolCalls } = await turn(messages, round === ROUNDS);
    if (toolCalls.length === 0) return;
    if (round === ROUNDS) break;
    // Text that comes with tool calls isn't part of the answer.
    startOver();
    const calls = toolCalls.slice(0, CALLS_A_ROUND);
    messages.push({
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        type: "function",
        function: { name, arguments: args },
      })),
    });
    for (const { id, name, arguments: args } of calls) {
      const result = JSON.stringify(await runTool(readings, name, args)) ?? "null";
      const content = result.length > RESULT_CHARACTERS ? `${result.slice(0, RESULT_CHARACTERS)} (cut)` : result;
      messages.push({ role: "tool", tool_call_id: id, content: `<${fence}>\n${content}\n</${fence}>` });
    }
  }
  throw new ModelError("too many rounds");
}

/** The previous conversation: the latest messages that fit. */
function earlier({ history = [] }: ChatRequest): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let characters = 0;
  for (const { text, isUser } of history.toReversed()) {
    characters += text.length;
    if (characters > HISTORY_CHARACTERS) break;
    messages.unshift({ role: isUser ? "user" : "assistant", content: text });
  }
  return messages;
}

/** Links to pages that exist; for leads, only if the lead exists. */
async function existing({ leads }: Pick<Store, "leads">, links: readonly HelpLink[]): Promise<HelpLink[]> {
  const found: HelpLink[] = [];
  for (const link of links.slice(0, MOST_LINKS)) {
    const id = /^\/leads\/(\d+)/u.exec(link.href)?.[1];
    if (id === undefined || (await leads.get(id)) !== null) found.push(link);
  }
  return found;
}
