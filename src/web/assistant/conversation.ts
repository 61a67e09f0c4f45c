import { useSyncExternalStore } from "react";
import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { LIMITS } from "#shared/limits.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { askAssistant } from "#web/api/chat.ts";

export interface Message {
  id: number;
  text: string;
  isUser: boolean;
  /** ISO 8601. */
  timestamp: string;
  links: readonly HelpLink[];
  /** Suggested next questions. */
  suggestions: readonly string[];
  leads?: ChatReply["leads"];
  figures?: ChatReply["figures"];
  actions?: ChatReply["actions"];
  /** The question of a failed reply, for retrying; not part of the conversation. */
  failedQuestion?: string;
}

interface Conversation {
  messages: readonly Message[];
  /** The partial reply; null while none is pending. */
  reply: string | null;
}

const TROUBLE = "I'm having trouble connecting right now. Please try the FAQ tab or contact support.";
const HISTORY_TEXT = 20_000;
const PAGE_LENGTH = 2_000;

type Ask = typeof askAssistant;

/** The assistant's conversation, kept while the page is open, even if the panel is closed. */
export interface ConversationStore {
  read: () => Conversation;
  subscribe: (listener: () => void) => () => void;
  /** `page` is the current path. Ignored if the question is blank or a reply is pending. */
  ask: (question: string, page: string) => Promise<void>;
  /** Adds a question with a known answer. */
  add: (question: string, answer: string, links: readonly HelpLink[]) => void;
  /** Stops the pending reply and keeps what has arrived. */
  stop: () => void;
}

export function createConversation(ask: Ask): ConversationStore {
  let conversation: Conversation = { messages: [], reply: null };
  let lastId = 0;
  let asking: AbortController | null = null;
  const listeners = new Set<() => void>();

  const publish = (change: Partial<Conversation>): void => {
    conversation = { ...conversation, ...change };
    for (const listener of listeners) listener();
  };
  const messageOf = (message: Partial<Message> & Pick<Message, "text" | "isUser">): Message => {
    lastId += 1;
    return { links: [], suggestions: [], timestamp: new Date().toISOString(), ...message, id: lastId };
  };
  const say = (...added: Message[]): void => publish({ messages: [...conversation.messages, ...added] });

  const replyTo = async (request: ChatRequest, signal: AbortSignal): Promise<Message | null> => {
    try {
      const onText = (text: string): void => publish({ reply: (conversation.reply ?? "") + text });
      const { reply, links, suggestions, leads, figures, actions } = await ask(request, { onText, signal });
      const parts = { leads, figures, actions };
      return messageOf({ text: reply, isUser: false, links: links.filter(isWithin), suggestions, ...parts });
    } catch (error) {
      if (!signal.aborted) return messageOf({ ...troubleOf(error), isUser: false, failedQuestion: request.message });
      return conversation.reply ? messageOf({ text: conversation.reply, isUser: false }) : null;
    }
  };

  return {
    read: () => conversation,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask(question, page) {
      const message = question.trim();
      if (message === "" || conversation.reply !== null) return;
      const history = conversation.messages
        .filter(({ failedQuestion }) => failedQuestion === undefined)
        .slice(-LIMITS.chat.historyMessages)
        .map(({ text, isUser }) => ({ text: text.slice(0, HISTORY_TEXT), isUser }));
      say(messageOf({ text: message, isUser: true }));
      publish({ reply: "" });
      asking = new AbortController();
      const request = { message, history, page: page.slice(0, PAGE_LENGTH), timeZone: ownTimeZone() };
      const reply = await replyTo(request, asking.signal);
      publish({ reply: null, messages: reply === null ? conversation.messages : [...conversation.messages, reply] });
    },
    add(question, answer, links) {
      say(messageOf({ text: question, isUser: true }), messageOf({ text: answer, isUser: false, links }));
    },
    stop: () => asking?.abort(),
  };
}

export const conversation = createConversation(askAssistant);

export function useConversation(): Conversation {
  return useSyncExternalStore(conversation.subscribe, conversation.read);
}

/** A reason from the server means that the connection is fine, so it is shown. */
function troubleOf(error: unknown): { text: string } {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return { text: isRefused ? `${TROUBLE}\n${error.detail}` : TROUBLE };
}

/** Replies can quote leads and pages, so only links within the product are rendered. */
function isWithin({ href }: ChatReply["links"][number]): boolean {
  return /^\/(?![/\\])/u.test(href);
}
