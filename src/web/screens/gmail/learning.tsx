import { useMutation, useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import { useRef } from "react";
import type { EmailLearning } from "#shared/contract/mailbox.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { correctEmail, emailLearningQuery } from "#web/api/mailbox.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { ReasonList } from "#web/ui/reason-list.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** What corrections have changed: each one, and what weighs differently since. */
export function Learning() {
  const { data, error, isFetching, refetch } = useQuery(emailLearningQuery);
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1}>
      <Card flush title="Learned from corrections" description="Take one back, and the analysis forgets it.">
        {data === undefined && error !== null ? (
          <ErrorPanel
            title="The corrections could not be loaded"
            detail={detailOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : data === undefined ? (
          <div className="border-t border-line px-5 py-4 max-md:px-4">
            <LoadingNote what="the corrections" />
            <Skeleton className="h-5 w-72 max-w-full" />
          </div>
        ) : data.corrections.length === 0 ? (
          <EmptyState
            icon={<GraduationCap />}
            title="No corrections yet"
            text="Under Email Processing, say where a judgement is wrong. Similar messages are then judged accordingly."
          />
        ) : (
          <>
            <ul aria-label="Corrections">
              {data.corrections.map((correction) => (
                <CorrectionRow
                  key={correction.emailId}
                  correction={correction}
                  // The pressed button goes with its row; the keyboard stays here.
                  onUndone={() => all.current?.focus()}
                />
              ))}
            </ul>
            {data.shifts.length > 0 && (
              <div className="border-t border-line px-5 py-4 max-md:px-4">
                <ReasonList
                  title="What weighs differently"
                  reasons={data.shifts.map(({ text, shift }) => ({ text, weight: shift }))}
                />
              </div>
            )}
          </>
        )}
      </Card>
    </div>
  );
}

interface CorrectionRowProps {
  correction: EmailLearning["corrections"][number];
  onUndone: () => void;
}

function CorrectionRow({ correction, onUndone }: CorrectionRowProps) {
  const { emailId, from, subject, correction: said, before, after, at } = correction;
  const { mutateAsync, isPending } = useMutation(correctEmail);
  const takeBack = async (): Promise<void> => {
    try {
      await mutateAsync({ id: emailId, correction: null });
      toast.success("Correction undone");
      onUndone();
    } catch (error) {
      toast.error("Failed to undo the correction", detailOf(error));
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="truncate text-left" title={subject}>
          {subject || "No subject"}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {from} · {said === "lead" ? "is a lead" : "is not a lead"} · <RelativeTime time={at} />
        </p>
      </div>
      <span className="text-sm whitespace-nowrap tabular-nums">
        {before}% → {after}%
      </span>
      <IfAllowed to="work">
        <Button size="small" busy={isPending} onClick={() => void takeBack()}>
          Undo<span className="sr-only"> the correction of {subject}</span>
        </Button>
      </IfAllowed>
    </li>
  );
}
