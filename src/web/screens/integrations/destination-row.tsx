import type { UseMutationOptions } from "@tanstack/react-query";
import { History, Pause, Play, Plus, Settings } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useSearchParams } from "react-router";
import { useAction } from "#web/actions/use-action.ts";
import { formatCounted } from "#web/format/number.ts";
import { LOG_PARAMETER } from "#web/screens/integrations/delivery-sheet.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

interface Destination {
  id: string;
  isActive: boolean;
  disabledAt: string | null;
  failingSince: string | null;
  lastError: string;
  lastDelivery: string | null;
  waiting: number;
}

type Update = UseMutationOptions<
  { actId: string | null },
  Error,
  { params: { id: string }; body: { isActive: boolean } }
>;

interface DestinationCardProps<Named> {
  title: string;
  description: string;
  listLabel: string;
  destinations: readonly Named[];
  factsOf: (destination: Named) => readonly string[];
  addLabel: string;
  onAdd: () => void;
  /** Pauses and resumes one. */
  update: Update;
  onEdit: (id: string) => void;
}

/** Destinations of one kind. */
export function DestinationCard<Named extends Destination & { name: string }>({
  listLabel,
  destinations,
  factsOf,
  addLabel,
  onAdd,
  update,
  onEdit,
  ...words
}: DestinationCardProps<Named>) {
  return (
    <Card
      flush
      {...words}
      actions={
        <Button size="small" icon={<Plus aria-hidden />} onClick={onAdd}>
          {addLabel}
        </Button>
      }
    >
      {destinations.length > 0 && (
        <ul aria-label={listLabel}>
          {destinations.map((destination) => (
            <DestinationRow
              key={destination.id}
              destination={destination}
              name={destination.name}
              facts={factsOf(destination)}
              update={update}
              onEdit={() => onEdit(destination.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface DestinationRowProps {
  destination: Destination;
  name: string;
  /** Short texts below the name. */
  facts: readonly string[];
  /** Buttons before the log. */
  actions?: ReactNode;
  update: Update;
  onEdit: () => void;
}

/** Where something is sent to, with its state and its actions. */
export function DestinationRow({ destination, name, facts, actions, update, onEdit }: DestinationRowProps) {
  const { id, isActive, lastDelivery, failingSince, lastError, waiting } = destination;
  const headingId = useId();
  const [, setQuery] = useSearchParams();
  const updating = useAction(update);
  const toggle = (): Promise<boolean> =>
    updating.run(
      { params: { id }, body: { isActive: !isActive } },
      {
        done: `${name} ${isActive ? "paused" : "resumed"}`,
        failed: `Failed to ${isActive ? "pause" : "resume"} ${name}`,
      },
    );
  return (
    <li aria-labelledby={headingId} className="border-t border-line px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            <h3 id={headingId} dir="auto" title={name} className="line-clamp-2 font-semibold wrap-anywhere">
              {name}
            </h3>
            <DestinationStatus destination={destination} />
          </div>
          <p className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
            {facts.map((fact) => (
              <span key={fact} className="min-w-0 truncate">
                {fact}
              </span>
            ))}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>
              Last delivery: <RelativeTime time={lastDelivery} absent="Never" />
            </span>
            {waiting > 0 && <span>{formatCounted(waiting, "delivery", "deliveries")} waiting</span>}
          </p>
          {failingSince !== null && lastError !== "" && (
            <p className="text-sm wrap-anywhere text-danger-ink">{lastError}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-1">
          {actions}
          <Button
            size="small"
            icon={<History aria-hidden />}
            aria-label={`View log of ${name}`}
            onClick={() => setQuery({ [LOG_PARAMETER]: id })}
          >
            View log
          </Button>
          <IconButton
            label={`${isActive ? "Pause" : "Resume"} ${name}`}
            icon={isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => void toggle()}
          />
          <IconButton label={`Settings for ${name}`} icon={<Settings aria-hidden />} onClick={onEdit} />
        </div>
      </div>
    </li>
  );
}

function DestinationStatus({ destination: { isActive, disabledAt, failingSince } }: { destination: Destination }) {
  if (!isActive)
    return (
      <Status tone={disabledAt === null ? "neutral" : "danger"}>{disabledAt === null ? "Paused" : "Turned off"}</Status>
    );
  return failingSince === null ? <Status tone="success">Active</Status> : <Status tone="danger">Failing</Status>;
}
