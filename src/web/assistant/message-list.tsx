import { MessageCircle } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import type { Message } from "#web/assistant/conversation.ts";
import { MessageBubble, NextSteps } from "#web/assistant/message-bubble.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

const FIRST_QUESTIONS = [
  "How do I connect my Google Sheet?",
  "How many leads qualified this week?",
  "Which source failed last?",
] as const;

interface MessageListProps {
  messages: readonly Message[];
  /** The partial reply; null while none is pending. */
  reply: string | null;
  onAsk: (question: string) => void;
  onStop: () => void;
}

/** Messages, oldest first, with the last question in view. */
export function MessageList({ messages, reply, onAsk, onStop }: MessageListProps) {
  const list = useRef<HTMLOListElement>(null);
  useQuestionInSight(list, messages.length);
  const last = messages.at(-1);
  return (
    <ScrollRegion
      label="Conversation"
      className="relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {messages.length === 0 ? (
        <EmptyState
          icon={<MessageCircle />}
          title="Ask me anything about the product"
          text="Get answers about setup, scoring, and your own leads and sources."
          action={<Suggestions questions={FIRST_QUESTIONS} onAsk={onAsk} />}
        />
      ) : (
        <ol ref={list} className="flex flex-col gap-4 p-4">
          {messages.map((message) => (
            <MessageBubble key={message.id} message={message} />
          ))}
          {reply !== null && <ReplyUnderWay text={reply} onStop={onStop} />}
          {reply === null && last !== undefined && !last.isUser && (
            <li>
              {last.failedQuestion === undefined ? (
                <Suggestions questions={last.suggestions} onAsk={onAsk} />
              ) : (
                <NextSteps question={last.failedQuestion} onAsk={onAsk} />
              )}
            </li>
          )}
        </ol>
      )}
    </ScrollRegion>
  );
}

function Suggestions({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  return (
    <ul aria-label="Suggested questions" className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="min-h-8 rounded-md border border-field/55 px-2.5 py-1 text-left text-sm wrap-anywhere text-link transition-colors duration-120 hover:bg-hover touch:min-h-11"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}

function ReplyUnderWay({ text, onStop }: { text: string; onStop: () => void }) {
  return (
    <li className="flex flex-col items-start gap-2">
      {text === "" ? (
        <span role="status" className="flex h-9 items-center gap-1 rounded-lg bg-sunken px-3.5">
          <span className="sr-only">The assistant is typing</span>
          {[0, 1, 2].map((dot) => (
            <span
              key={dot}
              aria-hidden
              className="size-1.5 animate-breathe rounded-full bg-muted nth-3:[animation-delay:200ms] nth-4:[animation-delay:400ms]"
            />
          ))}
        </span>
      ) : (
        <p dir="auto" className="max-w-full rounded-lg bg-sunken px-3.5 py-2 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      <Button size="small" variant="ghost" onClick={onStop}>
        Stop
      </Button>
    </li>
  );
}

/** Keeps the last question at the top while its reply grows, until the user scrolls away. */
function useQuestionInSight(list: RefObject<HTMLOListElement | null>, messageCount: number): void {
  const followed = useRef({ count: -1, top: 0 });
  useEffect(() => {
    const region = list.current?.parentElement;
    const questions = list.current?.querySelectorAll<HTMLElement>("[data-user]");
    const question = questions?.item(questions.length - 1);
    if (!region || !question) return;
    const { count, top } = followed.current;
    const hasLeft = messageCount === count && Math.abs(region.scrollTop - top) > 4;
    if (hasLeft) return;
    region.scrollTo({ top: question.offsetTop - 16 });
    followed.current = { count: messageCount, top: region.scrollTop };
  });
}
