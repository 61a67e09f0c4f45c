import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import type {
  DuplicateLead,
  DuplicatePair,
  LeadMerge,
  MergeField,
  MergePreview,
  MergeSide,
} from "#shared/contract/leads/duplicate.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { dismissDuplicate, mergeLeads, mergePreviewQuery } from "#web/api/leads/duplicates.ts";
import type { ComparedIds, DuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { EvidenceList } from "#web/screens/leads/duplicates/evidence-list.tsx";
import { FieldChoices } from "#web/screens/leads/duplicates/field-choices.tsx";
import { nextOf, pairOf } from "#web/screens/leads/duplicates/next-pair.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Score } from "#web/ui/leads/score.tsx";

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
    if (!isGone) return <QueryFailed what="these leads" query={query} />;
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
      ref={useActionBar()}
      role="group"
      aria-label="Decision"
      data-bottom-bar
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
    <LoadingBars
      what="the two leads"
      className="flex flex-col gap-4"
      bars={["h-5 w-80", "h-16 w-full", "h-16 w-full", "h-16 w-full", "h-16 w-full"]}
    />
  );
}

interface PairActions {
  isBusy: boolean;
  /** Both resolve to whether it succeeded. */
  merge: (id: string, merge: LeadMerge) => Promise<boolean>;
  dismiss: (pair: DuplicatePair) => Promise<boolean>;
}

/** Merges or dismisses a pair, and shows a toast with Undo. */
function usePairActions(): PairActions {
  const merging = useAction(mergeLeads);
  const dismissing = useAction(dismissDuplicate);
  return {
    isBusy: merging.isPending || dismissing.isPending,
    merge: (id, body) =>
      merging.run(
        { params: { id }, body },
        { done: ({ lead }) => `Leads merged into ${leadTitle(lead)}`, failed: "Failed to merge the leads" },
      ),
    dismiss: ({ id }) =>
      dismissing.run({ params: { id } }, { done: "Marked as different leads", failed: "Failed to save the decision" }),
  };
}

/** Column headers: which lead is which, and which one stays. */
function ComparedHeads({ leads }: { leads: readonly DuplicateLead[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3">
      {leads.map(({ id, name, score, status, createdAt }, at) => (
        <div key={id} className="min-w-0 px-3 max-md:px-0">
          <p className="text-sm text-muted">{at === 0 ? "Kept" : "Merged in"}</p>
          <p dir="auto" className="truncate text-left font-semibold" title={name}>
            {name || "N/A"}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>
              Added <RelativeTime time={createdAt} />
            </span>
            <span className="tabular-nums">Score {score}</span>
            <LeadStatusMark status={status} />
          </p>
        </div>
      ))}
    </div>
  );
}

/** The merged lead, with both current scores next to its own. */
function MergedLead({ preview: { lead, leads } }: { preview: MergePreview }) {
  const contact = [lead.email, lead.phone].filter(Boolean).join(" · ");
  const role = [lead.title, lead.company].filter(Boolean).join(" · ");
  return (
    <section aria-labelledby="merged-lead" className="rounded-lg border border-line bg-canvas p-4">
      <h3 id="merged-lead" className="text-sm text-muted">
        After merging
      </h3>
      <p dir="auto" className="mt-1 text-left text-lg font-semibold wrap-anywhere">
        {lead.name || "N/A"}
      </p>
      {role !== "" && <p className="wrap-anywhere text-muted">{role}</p>}
      {contact !== "" && <p className="wrap-anywhere">{contact}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="inline-flex items-center gap-2">
          <Score score={lead.score} />
          <span className="text-sm text-muted">currently {leads.map(({ score }) => score).join(" and ")}</span>
        </span>
        <LeadStatusMark status={lead.status} />
      </div>
      <p className="mt-3 text-sm text-muted">Other values stay available in the lead.</p>
    </section>
  );
}
