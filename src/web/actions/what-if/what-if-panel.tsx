import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { ChangedLeads } from "#web/actions/what-if/changed-leads.tsx";
import { ScoreChangeChart } from "#web/actions/what-if/score-change-chart.tsx";
import type { WhatIfAnswer } from "#web/actions/what-if/use-what-if.ts";
import { whatIfWords } from "#web/actions/what-if/what-if-words.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface WhatIfPanelProps {
  whatIf: WhatIfAnswer;
  /** Shown when nothing is asked: the reason or the first step. */
  idle: string;
}

/** Preview of saving, next to the editor: a summary, scores before and after, and the leads that change. */
export function WhatIfPanel({ whatIf, idle }: WhatIfPanelProps) {
  const { question, result, isWorking, error, retry } = whatIf;
  const { data: settings } = useQuery(settingsQuery);
  return (
    <section aria-label="Preview" aria-busy={isWorking} className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">Preview</h3>
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

/** The summary sentence, with progress of a slow answer. */
export function WhatIfSentence({ whatIf: { result, isWorking, error } }: { whatIf: WhatIfAnswer }) {
  const progress = useProgress("what-if");
  return (
    <div>
      <p role="status" className={isWorking ? "text-muted" : undefined}>
        {error !== null ? (
          `Couldn't load the preview. ${detailOf(error)}`
        ) : result === undefined ? (
          "Calculating…"
        ) : (
          <span className={isWorking ? undefined : "font-semibold"}>{whatIfWords(result)}</span>
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
      <LoadingNote what="the preview" />
      {progress === undefined ? (
        <Skeleton className="my-0.5 h-4 w-64 max-w-full" />
      ) : (
        <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
      )}
      <Skeleton className="h-56" />
    </>
  );
}
