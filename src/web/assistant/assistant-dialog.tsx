import { useEffect, useRef, useState } from "react";
import { closeHelp, type HelpTab, openHelp, takeAnswer, useHelpPanel } from "#web/actions/help-panel.ts";
import { ChatTab } from "#web/assistant/chat-tab.tsx";
import { conversation, useConversation } from "#web/assistant/conversation.ts";
import { FaqTab } from "#web/assistant/faq-tab.tsx";
import { SupportTab } from "#web/assistant/support-tab.tsx";
import { Companion } from "#web/ui/overlays/companion.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

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
