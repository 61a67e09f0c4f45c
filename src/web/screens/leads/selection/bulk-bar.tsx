import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Download,
  Ellipsis,
  ListChecks,
  Tag,
  ThumbsUp,
  Trash2,
  UserRound,
  X,
} from "lucide-react";
import { useState } from "react";
import type { FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { formatTotal, formatTotalOf } from "#web/format/number.ts";
import { useOwnerChoices } from "#web/screens/leads/owner/owner-choices.tsx";
import { BulkProgress } from "#web/screens/leads/selection/bulk-progress.tsx";
import { FloatingBar } from "#web/screens/leads/selection/floating-bar.tsx";
import type { BulkActions, TagChange } from "#web/actions/use-bulk-actions.ts";
import { BulkFields } from "#web/screens/leads/selection/bulk-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsListWide } from "#web/screens/leads/lead-panel.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { TagPicker } from "#web/actions/tags/tag-picker.tsx";
import { Popover, PopoverClose } from "#web/ui/overlays/popover.tsx";

interface Decision {
  status: LeadStatus;
  label: string;
  Icon: typeof CircleCheck;
}

const DECISIONS: readonly Decision[] = [
  { status: "qualified", label: "Qualify", Icon: CircleCheck },
  { status: "approved", label: "Approve", Icon: ThumbsUp },
  { status: "rejected", label: "Reject", Icon: CircleX },
];
const TO_PENDING: Decision = { status: "pending", label: "Set to pending", Icon: CircleDashed };

interface BulkBarProps {
  /** Selected leads; "10,000+" isn't exact. */
  count: { count: number; exact: boolean };
  /** All matches, if more than are selected; offers to select them all. */
  more: { count: number; exact: boolean } | null;
  actions: Pick<BulkActions, "cancel" | "running">;
  isExporting: boolean;
  onPickAll: () => void;
  onDecide: (status: LeadStatus) => void;
  onAssign: (ownerId: string | null) => void;
  onTag: (change: TagChange) => void;
  onSetFields: (fields: FieldValuesPatch) => void;
  onDelete: () => void;
  onExport: () => void;
  onClear: () => void;
}

/** Actions on the selected leads. */
export function BulkBar(props: BulkBarProps) {
  const { count, more, actions, isExporting } = props;
  const { onPickAll, onDecide, onAssign, onTag, onSetFields, onDelete, onExport, onClear } = props;
  const [isAsking, setIsAsking] = useState(false);
  const words = formatTotalOf(count, "lead");
  return (
    <FloatingBar label="Selected leads">
      <output className="font-semibold whitespace-nowrap tabular-nums">{formatTotal(count)} selected</output>
      {actions.running ? (
        <BulkProgress onStop={actions.cancel} />
      ) : (
        <>
          {more !== null && (
            <Button variant="ghost" size="small" className="text-link" onClick={onPickAll}>
              Select all {formatTotal(more)}
            </Button>
          )}
          {/* On a phone, a line below the count. */}
          <div className="contents max-md:order-1 max-md:flex max-md:gap-1.5">
            <IfAllowed to="work">
              <Decisions onDecide={onDecide} />
              <Owners onAssign={onAssign} />
              <BulkTags onTag={onTag} />
              <BulkFields onSet={onSetFields} />
            </IfAllowed>
            <More
              label={`Export ${formatTotal(count)} selected`}
              isExporting={isExporting}
              onDecide={onDecide}
              onExport={onExport}
              onDelete={() => setIsAsking(true)}
            />
          </div>
          <IconButton label="Clear selection" shortcut="Escape" icon={<X aria-hidden />} onClick={onClear} />
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Delete ${words}?`}
        description={`${count.count === 1 ? "It's" : "They're"} removed from lists and reports, and syncs won't add ${count.count === 1 ? "it" : "them"} again. You can undo this.`}
        confirmLabel={`Delete ${words}`}
        onConfirm={onDelete}
      />
    </FloatingBar>
  );
}

/** Hidden while nobody has an account. */
function Owners({ onAssign }: Pick<BulkBarProps, "onAssign">) {
  const choices = useOwnerChoices();
  if (choices.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" icon={<UserRound aria-hidden />} aria-label="Assign selected">
          <span className="max-md:sr-only">Assign</span>
        </Button>
      }
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => onAssign(value)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onAssign(null)}>No owner</MenuItem>
    </Menu>
  );
}

interface MoreProps extends Pick<BulkBarProps, "isExporting" | "onDecide" | "onExport" | "onDelete"> {
  /** Names the export. */
  label: string;
}

/** The less frequent actions, so that the bar fits on one line. */
function More({ label, isExporting, onDecide, onExport, onDelete }: MoreProps) {
  const isWide = useIsListWide();
  return (
    <Menu trigger={<IconButton label="More actions" icon={<Ellipsis aria-hidden />} busy={isExporting} />}>
      {isWide && (
        <IfAllowed to="work">
          <StatusItem {...TO_PENDING} onDecide={onDecide} />
        </IfAllowed>
      )}
      <MenuItem icon={<Download aria-hidden />} onSelect={onExport}>
        {label}
      </MenuItem>
      <IfAllowed to="work">
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          Delete selected
        </MenuItem>
      </IfAllowed>
    </Menu>
  );
}

function StatusItem({ status, label, Icon, onDecide }: Decision & Pick<BulkBarProps, "onDecide">) {
  return (
    <MenuItem icon={<Icon aria-hidden />} onSelect={() => onDecide(status)}>
      {label}
    </MenuItem>
  );
}

function Decisions({ onDecide }: { onDecide: (status: LeadStatus) => void }) {
  const isWide = useIsListWide();
  if (!isWide) {
    return (
      <Menu
        trigger={
          <Button size="small" icon={<ListChecks aria-hidden />}>
            <span className="max-md:sr-only">Set status</span>
          </Button>
        }
      >
        {[...DECISIONS, TO_PENDING].map((decision) => (
          <StatusItem key={decision.status} {...decision} onDecide={onDecide} />
        ))}
      </Menu>
    );
  }
  return DECISIONS.map(({ status, label, Icon }) => (
    <Button
      key={status}
      size="small"
      icon={<Icon aria-hidden className="max-[90rem]:hidden" />}
      onClick={() => onDecide(status)}
    >
      {label}
    </Button>
  ));
}

/** Adds tags to the selected leads, or removes them. */
function BulkTags({ onTag }: { onTag: (change: TagChange) => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const run = (change: Partial<TagChange>): void => {
    onTag({ add: [], remove: [], ...change });
    setChosen([]);
  };
  return (
    <Popover
      label="Tags"
      className="w-72"
      trigger={
        <Button size="small" icon={<Tag aria-hidden />} aria-label="Tag selected">
          <span className="max-md:sr-only">Tag</span>
        </Button>
      }
    >
      <TagPicker
        mayCreate
        chosen={chosen}
        onToggle={(name, isOn) => setChosen(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
      />
      <div className="mt-3 flex gap-2">
        <PopoverClose asChild>
          <Button
            size="small"
            variant="primary"
            disabled={chosen.length === 0}
            onClick={() => run({ add: [...chosen] })}
          >
            Add tags
          </Button>
        </PopoverClose>
        <PopoverClose asChild>
          <Button size="small" disabled={chosen.length === 0} onClick={() => run({ remove: [...chosen] })}>
            Remove tags
          </Button>
        </PopoverClose>
      </div>
    </Popover>
  );
}
