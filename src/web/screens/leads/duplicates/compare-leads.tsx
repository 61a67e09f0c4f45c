import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import type { DuplicatePair, MergeField, MergePreview, MergeSide } from "#shared/contract/leads/duplicate.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { mergePreviewQuery } from "#web/api/leads/duplicates.ts";
import type { ComparedIds, DuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { ComparedHeads } from "#web/screens/leads/duplicates/compared-heads.tsx";
import { EvidenceList } from "#web/screens/leads/duplicates/evidence-list.tsx";
import { FieldChoices } from "#web/screens/leads/duplicates/field-choices.tsx";
import { MergedLead } from "#web/screens/leads/duplicates/merged-lead.tsx";
import { nextOf, pairOf } from "#web/screens/leads/duplicates/next-pair.ts";
import { usePairActions } from "#web/screens/leads/duplicates/use-pair-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** The user's choices for two leads. */
export type Taken = Partial<Record<MergeField, MergeSide>>;

interface CompareLeadsProps {
  ids: ComparedIds;
  pairs: readonly DuplicatePair[];
  open: DuplicatesAddress["open"];
}

/** Two leads side by side with the winning values and the decision; then shows the next pair. */
export function CompareLeads({ ids, pairs, open }: CompareLeadsProps) {
  const [take, setTake] = useState<Taken>({});
  const query = useQuery(mergePreviewQuery(ids.id, { otherId: ids.otherId, take }));
  const { isBusy, merge, dismiss } = usePairActions();
  const { data: preview, error } = query;
  const pair = pairOf(pairs, ids);
  if (error !== null) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
    if (!isGone) {
      return (
        <ErrorPanel
          title="Couldn't load these leads"
          detail={detailOf(error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    }
    return (
      <EmptyState
        icon={<UserX />}
        title="These leads can't be compared anymore"
        text={detailOf(error)}
        action={<Button onClick={() => open("list")}>Back to list</Button>}
      />
    );
  }
  if (preview === undefined) return <CompareSkeleton />;

  const choose = (field: MergeField, side: MergeSide | undefined): void => {
    const { [field]: _, ...rest } = take;
    setTake(side === undefined ? rest : { ...rest, [field]: side });
  };
  const next = (goneId?: string): void => open(nextOf(pairs, ids, goneId));
  const onMerge = async (): Promise<void> => {
    const isDone = await merge(ids.id, { otherId: ids.otherId, take, seen: preview.seen });
    if (isDone) next(ids.otherId);
    else void query.refetch();
  };
  const onDismiss = async (of: DuplicatePair): Promise<void> => {
    if (await dismiss(of)) next();
  };
  return (
    <div className="flex flex-col gap-6">
      {pair !== undefined && <EvidenceList evidence={pair.evidence} />}
      <ComparedHeads leads={preview.leads} />
      <FieldChoices preview={preview} take={take} onChoose={choose} />
      <MergedLead preview={preview} />
      <Decision
        preview={preview}
        isBusy={isBusy}
        onMerge={() => void onMerge()}
        onDismiss={pair === undefined ? undefined : () => void onDismiss(pair)}
        onSkip={() => next()}
      />
    </div>
  );
}

interface DecisionProps {
  preview: MergePreview;
  isBusy: boolean;
  onMerge: () => void;
  /** Undefined if the two aren't a suggested pair. */
  onDismiss: (() => void) | undefined;
  onSkip: () => void;
}

function Decision({ preview, isBusy, onMerge, onDismiss, onSkip }: DecisionProps) {
  const [lead, other] = preview.leads;
  return (
    <div
      role="group"
      aria-label="Decision"
      className="sticky -bottom-5 -mx-6 -mb-5 flex flex-wrap gap-2 border-t border-line bg-surface px-6 py-3 max-md:-mx-4 max-md:px-4"
    >
      <Button variant="primary" busy={isBusy} onClick={onMerge}>
        Merge<span className="sr-only"> {`${lead?.name ?? ""} and ${other?.name ?? ""}`}</span>
      </Button>
      {onDismiss !== undefined && (
        <Button busy={isBusy} onClick={onDismiss}>
          Mark as different
        </Button>
      )}
      <Button variant="ghost" onClick={onSkip}>
        Skip pair
      </Button>
    </div>
  );
}

function CompareSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote what="the two leads" />
      <Skeleton className="h-5 w-80" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  );
}
