import { CircleCheck, CircleX, Ellipsis, Eye, ThumbsUp } from "lucide-react";
import { memo } from "react";
import { TagDots } from "#web/actions/tags/tag-chips.tsx";
import { PHONE_ROW } from "#web/screens/leads/lead-phone-skeleton.tsx";
import { LeadName } from "#web/screens/leads/lead-name.tsx";
import { type LeadRowProps, rowProps, SelectBox, useRowLink } from "#web/screens/leads/lead-table-row.tsx";
import { type Swipe, useSwipe } from "#web/screens/leads/use-swipe.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { AddressMark } from "#web/ui/leads/address-mark.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** Moves with the finger, and back when released. */
const CELL = "translate-x-(--swipe) motion-safe:transition-transform motion-safe:duration-150";

/** Two lines: name and score, company and status. Swiping right approves, left rejects; the menu has all actions. */
export const LeadPhoneRow = memo(function LeadPhoneRow(props: LeadRowProps) {
  const { lead, isCurrent, isPicked, search, actions, mayDecide } = props;
  const link = useRowLink(isCurrent);
  const swipe = useSwipe(
    mayDecide && lead.status !== "approved" ? () => void actions.decide(lead, "approved") : null,
    mayDecide && lead.status !== "rejected" ? () => void actions.decide(lead, "rejected") : null,
  );
  const cell = swipe.distance === 0 ? CELL : "translate-x-(--swipe)";
  return (
    <tr
      {...swipe.handlers}
      {...rowProps(props)}
      className={classNames(
        PHONE_ROW,
        "cursor-pointer touch-pan-y",
        isPicked && "bg-accent-soft/55",
        isCurrent && "bg-accent-soft",
      )}
    >
      <td className={classNames("row-span-2 self-center", cell)}>
        <SelectBox {...props} />
      </td>
      {/* Wider than the company below: a name needs the room, and a score is shorter than a status. */}
      <td className={classNames("col-span-2", cell)}>
        <LeadName lead={lead} search={search} link={link} withEmail={false} withAvatar={false} onOpen={actions.open} />
      </td>
      <td className={classNames("text-right text-sm", cell)}>
        <Score score={lead.score} className="[&_svg]:w-5" />
      </td>
      <td className={classNames("col-start-2 row-start-2 flex min-w-0 items-center gap-1.5 text-sm text-muted", cell)}>
        <Truncate text={lead.company} />
        <AddressMark quality={lead.addressQuality} reason={lead.addressReason} />
        <TagDots names={lead.tags} />
      </td>
      <td className={classNames("col-span-2 col-start-3 row-start-2 text-right text-sm", cell)}>
        <LeadStatusMark status={lead.status} />
      </td>
      <td className={classNames("col-start-5 row-span-2 row-start-1", cell)}>
        <RowMenu lead={lead} actions={actions} mayDecide={mayDecide} />
      </td>
      {swipe.distance !== 0 && <SwipeAction swipe={swipe} />}
    </tr>
  );
});

function RowMenu({ lead, actions, mayDecide }: Pick<LeadRowProps, "lead" | "actions" | "mayDecide">) {
  const { id, name, status } = lead;
  return (
    <Menu trigger={<IconButton label={`Actions for ${name || "lead"}`} icon={<Ellipsis aria-hidden />} />}>
      <MenuItem icon={<Eye aria-hidden />} onSelect={() => actions.open(id)}>
        View
      </MenuItem>
      {mayDecide && status !== "qualified" && (
        <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => void actions.decide(lead, "qualified")}>
          Qualify
        </MenuItem>
      )}
      {mayDecide && status !== "approved" && (
        <MenuItem icon={<ThumbsUp aria-hidden />} onSelect={() => void actions.decide(lead, "approved")}>
          Approve
        </MenuItem>
      )}
      {mayDecide && status !== "rejected" && (
        <MenuItem icon={<CircleX aria-hidden />} onSelect={() => void actions.decide(lead, "rejected")}>
          Reject
        </MenuItem>
      )}
    </Menu>
  );
}

/** What releasing the row does, in the gap it leaves. */
function SwipeAction({ swipe: { distance, isFar } }: { swipe: Swipe }) {
  const isRight = distance > 0;
  const Icon = isRight ? ThumbsUp : CircleX;
  return (
    <td
      aria-hidden
      style={{ width: Math.abs(distance) }}
      className={classNames(
        "pointer-events-none absolute inset-y-0 flex items-center overflow-hidden px-4 font-semibold whitespace-nowrap",
        isRight ? "left-0" : "right-0 justify-end",
        !isFar
          ? "bg-sunken text-muted"
          : isRight
            ? "bg-success-soft text-success-ink"
            : "bg-danger-soft text-danger-ink",
      )}
    >
      <span className="flex shrink-0 items-center gap-2">
        <Icon className="size-4" />
        {isRight ? "Approve" : "Reject"}
      </span>
    </td>
  );
}
