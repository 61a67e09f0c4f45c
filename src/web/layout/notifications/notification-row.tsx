import {
  AtSign,
  CalendarClock,
  CalendarX2,
  CircleAlert,
  Copy,
  type LucideIcon,
  MailQuestionMark,
  UserRoundCheck,
} from "lucide-react";
import { Link } from "react-router";
import type { Notification } from "#shared/contract/notification.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Moment } from "#web/ui/moment.tsx";
import { PopoverClose } from "#web/ui/overlays/popover.tsx";

interface NotificationRowProps {
  notification: Notification;
  onRead: () => void;
}

export function NotificationRow({ notification, onRead }: NotificationRowProps) {
  const { kind, title, description, at, href, isRead } = notification;
  const { Icon, tone } = lookOf(kind);
  return (
    <PopoverClose asChild>
      <Link
        to={href}
        onClick={() => {
          if (!isRead) onRead();
        }}
        className="flex items-start gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
      >
        <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", tone)} />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span dir="ltr" className={classNames("block", !isRead && "font-semibold")}>
            {title}
          </span>
          {description !== "" && (
            <span dir="auto" title={description} className="mt-0.5 line-clamp-3 text-sm text-muted">
              {description}
            </span>
          )}
          <span className="mt-1 block text-xs text-muted">
            {WHEN[kind] ?? "Since"} <Moment time={at} />
          </span>
        </span>
        {!isRead && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
    </PopoverClose>
  );
}

/** What the time means per kind; by default, when it started failing. */
const WHEN: Partial<Record<Notification["kind"], string>> = {
  mention: "Mentioned",
  next_step_due: "Reminder:",
  leads_to_review: "Latest:",
  emails_to_review: "Latest:",
  possible_duplicates: "Latest:",
  report_not_sent: "Last attempt:",
  removal_ahead: "From",
};

function lookOf(kind: Notification["kind"]): { Icon: LucideIcon; tone: string } {
  if (kind === "mention") return { Icon: AtSign, tone: "text-link" };
  if (kind === "next_step_due") return { Icon: CalendarClock, tone: "text-link" };
  if (kind === "leads_to_review") return { Icon: UserRoundCheck, tone: "text-link" };
  if (kind === "emails_to_review") return { Icon: MailQuestionMark, tone: "text-link" };
  if (kind === "possible_duplicates") return { Icon: Copy, tone: "text-link" };
  if (kind === "removal_ahead") return { Icon: CalendarX2, tone: "text-muted" };
  return { Icon: CircleAlert, tone: "text-danger-ink" };
}
