import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { detailOf } from "#web/api/api-error.ts";
import { useProgress } from "#web/api/progress.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { ChangedLeads } from "#web/acts/what-if/changed-leads.tsx";
import { ScoreChangeChart } from "#web/acts/what-if/score-change-chart.tsx";
import type { WhatIfAnswer } from "#web/acts/what-if/use-what-if.ts";
import { whatIfWords } from "#web/acts/what-if/what-if-words.ts";
import { formatCount } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface WhatIfPanelProps {
  whatIf: WhatIfAnswer;
  /** What stands there while nothing is asked: why, or what to do first. */
  idle: string;
}

/** What saving would do, beside what is edited: a sentence, the scores now and then, the leads that change. */
export function WhatIfPanel({ whatIf, idle }: WhatIfPanelProps) {
  const { question, result, isWorking, error, retry } = whatIf;
  const { data: settings } = useQuery(settingsQuery);
  return (
    <section aria-label="What saving would do" aria-busy={isWorking} className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">What saving would do</h3>
      {question === null ? (
        <p className="text-pretty text-muted">{idle}</p>
      ) : error !== null ? (
        <Failed error={error} retry={retry} />
      ) : result === undefined ? (
        <Working />
      ) : (
        <>
          <WhatIfSentence whatIf={whatIf} />
          <div className={isWorking ? "flex flex-col gap-3 opacity-50" : "flex flex-col gap-3"}>
            <ScoreChangeChart counts={result} threshold={question.threshold ?? settings?.qualificationThreshold} />
            <ChangedLeads result={result} />
          </div>
        </>
      )}
    </section>
  );
}

/** The same in a sentence, with how far a long answer has come. */
export function WhatIfSentence({ whatIf: { result, isWorking, error } }: { whatIf: WhatIfAnswer }) {
  const progress = useProgress("what-if");
  return (
    <div>
      <p role="status" className={isWorking ? "text-muted" : undefined}>
        {error !== null ? (
          `What it would do could not be worked out. ${detailOf(error)}`
        ) : result === undefined ? (
          "Working out what it would do…"
        ) : (
          <>
            <span className={isWorking ? undefined : "font-semibold"}>{whatIfWords(result)}</span>{" "}
            <span className="text-muted">Of {formatCount(result.total)} in all.</span>
          </>
        )}
      </p>
      {isWorking && progress !== undefined && (
        <div className="mt-2">
          <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
        </div>
      )}
    </div>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <p className="flex gap-1.5 wrap-anywhere text-danger-ink">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {detailOf(error)}
      </p>
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

function Working() {
  const progress = useProgress("what-if");
  return (
    <>
      <LoadingNote what="what it would do" />
      {progress === undefined ? (
        <Skeleton className="my-0.5 h-4 w-64 max-w-full" />
      ) : (
        <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
      )}
      <Skeleton className="h-56" />
    </>
  );
}
