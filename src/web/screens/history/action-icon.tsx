import {
  CalendarCheck,
  CircleDot,
  Database,
  FileUp,
  Globe,
  type LucideIcon,
  Inbox,
  ListFilter,
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
export function ActionIcon({ kind }: { kind: string }) {
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
