import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { closeHelp, type HelpTab, openHelp, takeAnswer, useHelpPanel } from "#web/actions/help-panel.ts";
import { conversation, useConversation } from "#web/assistant/conversation.ts";
import { SupportTab } from "#web/assistant/support-tab.tsx";
import { Companion } from "#web/ui/overlays/companion.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ChevronRight, SendHorizontal } from "lucide-react";
import { FAQ } from "#shared/help/faq.ts";
import { FAQ_CATEGORIES } from "#shared/help/help-text.ts";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { useLocation } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { MessageList } from "#web/assistant/message-list.tsx";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/fields/input.tsx";

const TABS = [
  { value: "chat", label: "AI Chat", content: <ChatTab /> },
  { value: "faq", label: "FAQ", content: <FaqTab /> },
  { value: "support", label: "Support", content: <SupportTab /> },
] as const satisfies { value: HelpTab; label: string; content: unknown }[];

export function AssistantDialog() {
  const { tab, answer } = useHelpPanel();
  useEffect(() => {
    if (answer !== null && takeAnswer() !== null) conversation.add(answer.question, answer.answer, answer.links);
  }, [answer]);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Companion
      title="Help Assistant"
      onClose={closeHelp}
      firstFocus={() => panel.current?.querySelector("input") ?? null}
    >
      <div ref={panel} className="h-full">
        <Tabs
          fill
          label="Help"
          tabs={TABS}
          value={tab}
          onChange={(value) => openHelp(TABS.find((one) => one.value === value)?.value)}
        />
      </div>
      <NewReply />
    </Companion>
  );
}

/** Announces each complete reply or FAQ answer to screen readers. */
function NewReply() {
  const { messages } = useConversation();
  const [before] = useState(messages.at(-1)?.id ?? 0);
  const last = messages.at(-1);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {last !== undefined && !last.isUser && last.id > before ? last.text : ""}
    </p>
  );
}

/** Common questions; answers appear in the chat. */
function FaqTab() {
  return (
    <ScrollRegion label="FAQ" className="h-full overflow-y-auto p-4 focus-visible:-outline-offset-2">
      <div className="flex flex-col gap-5">
        {FAQ_CATEGORIES.map((category) => (
          <section key={category} aria-label={category}>
            <h3 className="mb-1 text-sm font-semibold text-muted">{category}</h3>
            <ul className="-mx-2 flex flex-col">
              {FAQ.filter((entry) => entry.category === category).map(({ id, question, answer, links }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => {
                      conversation.add(question, answer, links);
                      openHelp("chat");
                    }}
                    className="flex min-h-9 w-full items-center justify-between gap-2 rounded-md px-2 py-1.5 text-left transition-colors duration-120 hover:bg-hover touch:min-h-11"
                  >
                    {question}
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </ScrollRegion>
  );
}

function ChatTab() {
  const { messages, reply } = useConversation();
  const { pathname, search } = useLocation();
  const [text, write] = useDraft("question", isText, "");
  const input = useRef<HTMLInputElement>(null);
  const ask = (question: string): void => {
    void conversation.ask(question, pathname + search);
    // The pressed button is gone or disabled now.
    input.current?.focus();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reply !== null || text.trim() === "") return;
    write("");
    ask(text);
  };
  useEffect(() => {
    // A pressed FAQ entry disappeared with its tab.
    if (document.activeElement === document.body) input.current?.focus();
  }, []);

  return (
    <div className="flex h-full flex-col">
      <MessageList messages={messages} reply={reply} onAsk={ask} onStop={conversation.stop} />
      <form onSubmit={submit} className="flex gap-2 border-t border-line p-3">
        <Input
          ref={input}
          aria-label="Your question"
          placeholder="Type your question"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={LIMITS.chat.messageLength}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          aria-label="Send"
          icon={<SendHorizontal aria-hidden />}
          disabled={reply !== null || text.trim() === ""}
        />
      </form>
    </div>
  );
}
