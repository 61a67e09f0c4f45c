import { ArrowRight, CalendarClock, Ellipsis, Eye } from "lucide-react";
import { memo, type PointerEvent, type Ref } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { LIMITS } from "#shared/limits.ts";
import { TagChips } from "#web/actions/tags/tag-chips.tsx";
import { dueText, isOverdue, localDay } from "#web/format/due.ts";
import { LeadName } from "#web/screens/leads/lead-name.tsx";
import { isPressOnRow, useRowLink } from "#web/screens/leads/lead-table-row.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { useNow } from "#web/ui/now.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const CARD = "flex flex-col gap-1 rounded-md border border-line bg-surface p-3";

/** Stable callbacks, so that unchanged cards don't rerender. */
export interface CardActions {
  mark: (id: string, isPressed: boolean) => void;
  open: (id: string) => void;
  press: (event: PointerEvent<HTMLElement>, lead: LeadRow) => void;
  move: (lead: LeadRow, column: string) => void;
}

/** Another column that cards can be moved to. */
export interface CardTarget {
  key: string;
  name: string;
}

interface BoardCardProps {
  lead: LeadRow;
  /** Position in the column, from 0, and the number of its leads if known. */
  index: number;
  count: number | undefined;
  isCurrent: boolean;
  isDragged: boolean;
  /** Null for those who can't move cards. */
  targets: readonly CardTarget[] | null;
  search: string;
  /** In pixels from the top of the column. */
  start: number;
  ref: Ref<HTMLLIElement>;
  actions: CardActions;
}

/** Memoized: renders only when its own lead or place changes. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { lead, index, count, isCurrent, isDragged, targets, search, start, ref, actions } = props;
  const link = useRowLink(isCurrent);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its link and menu do the same
    <li
      ref={ref}
      data-index={index}
      data-lead={lead.id}
      data-current={isCurrent || undefined}
      aria-setsize={count ?? -1}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={({ target }) => actions.mark(lead.id, !target.matches(":focus-visible"))}
      onPointerDown={(event) => actions.press(event, lead)}
      onClick={(event) => {
        if (isPressOnRow(event)) actions.open(lead.id);
      }}
      className={classNames(
        CARD,
        "absolute inset-x-2 top-0 cursor-pointer hover:border-field",
        targets !== null && "select-none [-webkit-touch-callout:none]",
        isCurrent && "border-link bg-accent-soft hover:border-link",
        isDragged && "opacity-40",
      )}
    >
      <span className="flex items-start gap-1">
        <span className="min-w-0 flex-1">
          <LeadName
            lead={lead}
            search={search}
            link={link}
            withEmail={false}
            withAvatar={false}
            onOpen={actions.open}
          />
          <Truncate text={lead.company || lead.email} className="text-sm text-muted" />
        </span>
        <CardMenu lead={lead} targets={targets} actions={actions} />
      </span>
      <CardFacts lead={lead} />
    </li>
  );
});

/** What follows the pointer while a card is dragged. */
export function DraggedCard({ lead, width, ref }: { lead: LeadRow; width: number; ref: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      aria-hidden
      style={{ width }}
      className={classNames(CARD, "pointer-events-none fixed top-0 left-0 z-50 shadow-float")}
    >
      <Truncate text={lead.name} className="font-semibold" />
      <Truncate text={lead.company || lead.email} className="text-sm text-muted" />
      <CardFacts lead={lead} />
    </div>
  );
}

function CardFacts({ lead }: { lead: LeadRow }) {
  const { owner, tags, nextStep, score, processedAt } = lead;
  return (
    <>
      {tags.length > 0 && (
        <span className="w-fit max-w-full">
          <TagChips names={tags} shown={LIMITS.show.tagsInLeadList} />
        </span>
      )}
      {nextStep !== null && <DueStep step={nextStep} />}
      <span className="flex min-h-5 items-center gap-3 text-sm">
        {processedAt === null ? (
          <span className="text-muted">Not scored yet</span>
        ) : (
          <Score score={score} className="shrink-0 [&>span]:w-auto" />
        )}
        {owner !== "" && (
          <span className="min-w-0 flex-1 truncate text-right text-muted" dir="auto" title={`Owner: ${owner}`}>
            <span className="sr-only">Owner: </span>
            {owner}
          </span>
        )}
      </span>
    </>
  );
}

/** Nothing until the step is due. */
function DueStep({ step }: { step: NextStep }) {
  const now = useNow();
  if (step.due >= localDay(now, 1)) return null;
  const isLate = isOverdue(step, now);
  return (
    <span className={classNames("flex min-w-0 items-center gap-1.5 text-sm", isLate && "text-danger-ink")}>
      <CalendarClock aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{isLate ? "Overdue next step: " : "Next step: "}</span>
      <Truncate text={step.text} />
      <span className="shrink-0">{dueText(step, now)}</span>
    </span>
  );
}

function CardMenu({ lead, targets, actions }: Pick<BoardCardProps, "lead" | "targets" | "actions">) {
  if (targets === null) return null;
  return (
    <span className="-mt-1.5 -mr-1.5">
      <Menu trigger={<IconButton label={`Actions for ${lead.name || "lead"}`} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => actions.open(lead.id)}>
          View
        </MenuItem>
        {targets.map(({ key, name }) => (
          <MenuItem key={key} icon={<ArrowRight aria-hidden />} onSelect={() => actions.move(lead, key)}>
            Move to {name}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
