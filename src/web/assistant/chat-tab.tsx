import { SendHorizontal } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { conversation, useConversation } from "#web/assistant/conversation.ts";
import { MessageList } from "#web/assistant/message-list.tsx";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/fields/input.tsx";

export function ChatTab() {
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
