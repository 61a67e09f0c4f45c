import { Link } from "react-router";
import { closeHelp, openHelp } from "#web/actions/help-panel.ts";
import { ActionButtons, Figures, LeadCards } from "#web/assistant/answer-parts.tsx";
import type { Message } from "#web/assistant/conversation.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { Moment } from "#web/ui/moment.tsx";

/** A message: the user's on the right, the assistant's on the left with its links. */
export function MessageBubble({ message }: { message: Message }) {
  const { text, isUser, timestamp, leads = [], figures = [], actions = [] } = message;
  const isNarrow = useIsNarrow();
  // On a phone the panel covers the linked page.
  const open = (): void => void (isNarrow && closeHelp());
  const cards = new Set(leads.map(({ id }) => paths.lead(id)));
  const links = message.links.filter(({ href }) => !cards.has(href));
  return (
    <li
      data-user={isUser || undefined}
      className={classNames("flex flex-col gap-1.5", isUser ? "items-end" : "items-start")}
    >
      <span className="sr-only">{isUser ? "You said" : "The assistant said"}</span>
      <p
        dir="auto"
        className={classNames(
          // The border is visible in forced colors mode, where the background isn't.
          "max-w-[85%] rounded-lg border border-transparent px-3.5 py-2 wrap-anywhere whitespace-pre-line",
          isUser ? "bg-accent text-on-accent" : "bg-sunken text-ink",
        )}
      >
        {leads.length + figures.length > 0 ? withoutLines(text, Math.max(leads.length, figures.length)) : text}
      </p>
      {figures.length > 0 && <Figures figures={figures} />}
      {leads.length > 0 && <LeadCards leads={leads} onOpen={open} />}
      {actions.length > 0 && <ActionButtons actions={actions} />}
      {links.length > 0 && (
        <ul aria-label="Links in this reply" className="flex max-w-[85%] flex-col items-start gap-1 px-1">
          {links.map(({ label, href }) => (
            <li key={`${href} ${label}`} className="max-w-full">
              <Link
                to={href}
                onClick={open}
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

/** The text without its list, if that has one line for each card or figure shown below. */
function withoutLines(text: string, shown: number): string {
  const lines = text.split("\n");
  const others = lines.filter((line) => !line.startsWith("• "));
  return lines.length - others.length === shown ? others.join("\n") : text;
}

/** Options after a failed reply. */
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
