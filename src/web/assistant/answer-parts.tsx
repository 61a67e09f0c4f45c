import { Check } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ChatAction, ChatLead, ChatReply } from "#shared/contract/chat.ts";
import { permissionOf } from "#shared/contract/chat-permission.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useChatAction } from "#web/assistant/use-chat-action.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Score } from "#web/ui/leads/score.tsx";

/** The leads of an answer, each a link to its page. */
export function LeadCards({ leads, onOpen }: { leads: readonly ChatLead[]; onOpen: () => void }) {
  return (
    <ul aria-label="Leads in this reply" className="flex w-full max-w-[85%] flex-col gap-1.5">
      {leads.map(({ id, name, company, score, status, detail }) => (
        <li key={id}>
          <Link
            to={paths.lead(id)}
            onClick={onOpen}
            className="flex items-center justify-between gap-3 rounded-lg border border-line px-3 py-2 transition-colors duration-120 hover:bg-hover"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere text-link">{name || "Unnamed lead"}</span>
              {company !== "" && <span className="block text-sm wrap-anywhere text-muted">{company}</span>}
              {detail !== undefined && <span className="block text-sm wrap-anywhere">{detail}</span>}
            </span>
            <span className="flex shrink-0 flex-col items-end gap-0.5 text-sm">
              <Score score={score} />
              <LeadStatusMark status={status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The figures of an answer, as a list of label and value. */
export function Figures({ figures }: { figures: NonNullable<ChatReply["figures"]> }) {
  return (
    <dl className="w-full max-w-[85%] divide-y divide-line rounded-lg border border-line px-3 text-sm">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4 py-1.5">
          <dt className="wrap-anywhere text-muted">{label}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the user can do next; viewers can only export. */
export function ActionButtons({ actions }: { actions: readonly ChatAction[] }) {
  return (
    <div className="flex flex-wrap gap-2 px-1">
      {actions.map((action) => (
        <IfAllowed key={action.label} to={permissionOf(action.kind)}>
          <ActionButton action={action} />
        </IfAllowed>
      ))}
    </div>
  );
}

/** Rules and comments that were created: doing it again would create another. */
const created = new WeakSet<ChatAction>();

function ActionButton({ action }: { action: ChatAction }) {
  const run = useChatAction();
  const [isBusy, setBusy] = useState(false);
  const isDone = created.has(action);
  const press = async (): Promise<void> => {
    if (isDone) return;
    setBusy(true);
    const isSaved = await run(action);
    if (isSaved === true && (action.kind === "rule" || action.kind === "comment")) created.add(action);
    setBusy(false);
  };
  return (
    <Button
      size="small"
      variant={action.kind === "delete" ? "destructive" : "primary"}
      busy={isBusy}
      icon={isDone ? <Check aria-hidden /> : undefined}
      aria-disabled={isDone || undefined}
      onClick={() => void press()}
    >
      {action.label}
    </Button>
  );
}
