import { Check } from "lucide-react";
import { Link } from "react-router";
import { EXAMPLE_SHEET } from "#shared/help/guide.ts";
import type { GuideStep } from "#shared/help/help-text.ts";
import type { StepProgress } from "#web/screens/setup-guide/guide-progress.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { classNames } from "#web/ui/class-names.ts";
import { CopyableText } from "#web/ui/copyable-text.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ExampleSheet } from "#web/ui/leads/example-sheet.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";

const STATES: Record<StepProgress["state"], { tone: StatusTone; word: string }> = {
  done: { tone: "success", word: "Done" },
  started: { tone: "warning", word: "Started" },
  failing: { tone: "danger", word: "Failing" },
  open: { tone: "neutral", word: "To do" },
};

/** The clipboard format of spreadsheets: tab-separated cells, one line per row. */
const EXAMPLE_AS_TEXT = [EXAMPLE_SHEET.headers, ...EXAMPLE_SHEET.rows].map((cells) => cells.join("\t")).join("\n");

interface GuideStepCardProps {
  step: GuideStep;
  number: number;
  /** Null if it failed to load. */
  progress: StepProgress | "loading" | null;
  /** Service account addresses of the sources. */
  addresses: readonly string[];
}

/** A step: what to do, where, and whether it is done. */
export function GuideStepCard({ step, number, progress, addresses }: GuideStepCardProps) {
  const { id, title, text, points, link } = step;
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface p-5 max-md:p-4">
      <div className="flex gap-4 max-md:gap-3">
        <StepMark number={number} isDone={progress !== null && progress !== "loading" && progress.state === "done"} />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div>
            <h2 className="text-lg font-semibold">{title}</h2>
            <p className="text-muted">{text}</p>
          </div>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-pretty">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {id === "sheet" && (
            <div className="flex flex-col items-start gap-2">
              <div className="w-full">
                <ExampleSheet {...EXAMPLE_SHEET} />
              </div>
              <div className="flex items-center gap-3 text-sm text-muted">
                <CopyButton worded text={EXAMPLE_AS_TEXT} what="example sheet" />
                <span>and paste it into cell A1 of a new sheet</span>
              </div>
            </div>
          )}
          {id === "credentials" &&
            addresses.map((address) => (
              <CopyableText
                key={address}
                label="Share the sheet with this address as a viewer"
                text={address}
                what="address"
              />
            ))}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
            <Progress progress={progress} />
            {link !== null && (
              <Link to={link.href} className={buttonClass("secondary", "small")}>
                {link.label}
              </Link>
            )}
          </div>
        </div>
      </div>
    </li>
  );
}

function Progress({ progress }: { progress: GuideStepCardProps["progress"] }) {
  if (progress === null) return <span className="text-muted">Progress couldn't be loaded</span>;
  if (progress === "loading") return <Skeleton className="my-0.5 h-4 w-56 max-w-full" />;
  const { tone, word } = STATES[progress.state];
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
      <Status tone={tone}>{word}</Status>
      <span className="min-w-0 text-sm wrap-anywhere text-muted">
        {progress.note}
        {progress.at !== undefined && (
          <>
            : <RelativeTime time={progress.at} absent="Never" />
          </>
        )}
      </span>
    </p>
  );
}

function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-semibold tabular-nums max-md:size-6",
        isDone ? "border-transparent bg-accent-soft text-link" : "border-field text-muted",
      )}
    >
      {isDone ? <Check className="size-4" /> : number}
    </span>
  );
}
