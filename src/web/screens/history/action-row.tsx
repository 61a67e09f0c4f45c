import {
  CalendarCheck,
  CircleDot,
  Database,
  FileUp,
  Globe,
  Inbox,
  ListFilter,
  type LucideIcon,
  Mail,
  Merge,
  MessageSquare,
  Pencil,
  RefreshCw,
  Reply,
  Settings,
  Sparkles,
  Table2,
  Trash2,
  Undo2,
  UserCheck,
  UserPlus,
  Webhook,
} from "lucide-react";
import { Link } from "react-router";
import type { JournalAction } from "#shared/contract/journal.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { exactTime, timeOfDay } from "#web/format/relative-time.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Moment } from "#web/ui/moment.tsx";

interface ActionRowProps {
  action: JournalAction;
  /** Why undoing it failed. */
  refusal: string | null;
  busy: boolean;
  onUndo: () => void;
}

/** An action: what, by whom, when, and its Undo button if possible. */
export function ActionRow({ action, refusal, busy, onUndo }: ActionRowProps) {
  const { kind, title, description, by, at, leadId, undoneAt, undoable, leads, undoneLeads } = action;
  const isStopped = undoable && undoneLeads > 0;
  const mayUndo = useMay("work");
  return (
    <li className="flex items-start gap-3 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <ActionIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <p className={classNames("wrap-anywhere", undoneAt !== null && "text-muted line-through")}>
          {leadId === null ? (
            <bdi dir="ltr">{title}</bdi>
          ) : (
            <Link to={paths.lead(leadId)} className="rounded-sm hover:underline">
              <bdi dir="ltr">{title}</bdi>
            </Link>
          )}
        </p>
        {description !== "" && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
        <p className="text-sm text-muted">
          <bdi>{by}</bdi> ·{" "}
          <time dateTime={at} title={exactTime(at)}>
            {timeOfDay(at)}
          </time>
          {undoneAt !== null && (
            <>
              {" "}
              · Undone (<Moment time={undoneAt} />)
            </>
          )}
        </p>
        {isStopped && (
          <p className="mt-1 text-sm">
            Undo was stopped. {leads === null ? "" : `${formatCount(undoneLeads)} of `}
            {formatCounted(leads ?? undoneLeads, "lead")} {undoneLeads === 1 ? "was" : "were"} restored.
          </p>
        )}
        {refusal !== null && (
          <p role="alert" className="mt-1 text-sm text-danger wrap-anywhere">
            {refusal}
          </p>
        )}
      </div>
      {mayUndo && undoable && (
        <Button
          size="small"
          icon={<Undo2 aria-hidden />}
          busy={busy}
          aria-label={`${isStopped ? "Undo the rest" : "Undo"}: ${title}`}
          onClick={onUndo}
        >
          {isStopped ? "Undo the rest" : "Undo"}
        </Button>
      )}
    </li>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  created: UserPlus,
  updated: Pencil,
  status: UserCheck,
  edited: Pencil,
  deleted: Trash2,
  qualified: UserCheck,
  merged: Merge,
  sync: RefreshCw,
  report: Mail,
  restored: Undo2,
  rule: ListFilter,
  scrape: Globe,
  import: FileUp,
  reply: Reply,
  source: Database,
  website: Globe,
  email: Mail,
  mailbox: Inbox,
  form: Webhook,
  settings: Settings,
  view: Table2,
  sample: Sparkles,
  correction: Inbox,
  next_step: CalendarCheck,
  comment: MessageSquare,
};

/** Unknown kinds get a dot. */
function ActionIcon({ kind }: { kind: string }) {
  const Icon = Object.hasOwn(ICONS, kind) ? (ICONS[kind] ?? CircleDot) : CircleDot;
  return (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-hover text-muted [&_svg]:size-4"
    >
      <Icon />
    </span>
  );
}
