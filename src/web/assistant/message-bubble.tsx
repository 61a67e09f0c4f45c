import { Link } from "react-router";
import { closeHelp, openHelp } from "#web/acts/help-panel.ts";
import type { Message } from "#web/assistant/conversation.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { Moment } from "#web/ui/moment.tsx";

/** One message: what the person said to the right, what the assistant said to the left with the links that belong to it. */
export function MessageBubble({ message: { text, isUser, timestamp, links } }: { message: Message }) {
  const isNarrow = useIsNarrow();
  return (
    <li
      data-user={isUser || undefined}
      className={classNames("flex flex-col gap-1.5", isUser ? "items-end" : "items-start")}
    >
      <span className="sr-only">{isUser ? "You said" : "The assistant said"}</span>
      <p
        dir="auto"
        className={classNames(
          // The border shows where forced colours take the background away.
          "max-w-[85%] rounded-lg border border-transparent px-3.5 py-2 wrap-anywhere whitespace-pre-line",
          isUser ? "bg-accent text-on-accent" : "bg-sunken text-ink",
        )}
      >
        {text}
      </p>
      {links.length > 0 && (
        <ul aria-label="Links of this reply" className="flex max-w-[85%] flex-col items-start gap-1 px-1">
          {links.map(({ label, href }) => (
            <li key={`${href} ${label}`} className="max-w-full">
              <Link
                to={href}
                // On a phone the panel covers the page that the link leads to.
                onClick={() => isNarrow && closeHelp()}
                className="inline-flex items-center wrap-anywhere text-link underline underline-offset-2 touch:min-h-11"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="px-1 text-xs text-muted">
        <Moment time={timestamp} />
      </p>
    </li>
  );
}

/** What can be done about a reply that did not come. */
export function NextSteps({ question, onAsk }: { question: string; onAsk: (question: string) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => onAsk(question)}>
        Try again
      </Button>
      <Button size="small" onClick={() => openHelp("faq")}>
        Open the FAQ
      </Button>
      <Button size="small" onClick={() => openHelp("support")}>
        Contact support
      </Button>
    </div>
  );
}
