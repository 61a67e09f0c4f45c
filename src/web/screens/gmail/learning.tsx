import { useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import { useRef } from "react";
import type { EmailLearning } from "#shared/contract/mailbox.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { correctEmail, emailLearningQuery } from "#web/api/mailbox.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

/** Corrections, and how they changed the analysis. */
export function Learning() {
  const query = useQuery(emailLearningQuery);
  const { data, error } = query;
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1}>
      <Card
        flush
        title="Learned from corrections"
        description="Undo a correction to classify similar emails as before."
      >
        {data === undefined && error !== null ? (
          <QueryFailed what="corrections" query={query} />
        ) : data === undefined ? (
          <LoadingBars
            what="the corrections"
            className="border-t border-line px-5 py-4 max-md:px-4"
            bars={["h-5 w-72 max-w-full"]}
          />
        ) : data.corrections.length === 0 ? (
          <EmptyState
            icon={<GraduationCap />}
            title="No corrections yet"
            text="Correct a verdict under Email Processing, and similar emails are classified the same way."
          />
        ) : (
          <>
            <ul aria-label="Corrections">
              {data.corrections.map((correction) => (
                <CorrectionRow
                  key={correction.emailId}
                  correction={correction}
                  // The pressed button disappears with its row; keep the keyboard focus here.
                  onUndone={() => all.current?.focus()}
                />
              ))}
            </ul>
            {data.shifts.length > 0 && (
              <div className="border-t border-line px-5 py-4 max-md:px-4">
                <Shifts shifts={data.shifts} />
              </div>
            )}
          </>
        )}
      </Card>
    </div>
  );
}

/** What now counts more, or less, in favor of a lead. */
function Shifts({ shifts }: Pick<EmailLearning, "shifts">) {
  const groups = [
    { title: "More likely a lead", texts: shifts.filter(({ shift }) => shift > 0) },
    { title: "Less likely a lead", texts: shifts.filter(({ shift }) => shift < 0) },
  ].filter(({ texts }) => texts.length > 0);
  return (
    <Disclosure title="How this works">
      <div className="mt-2 grid gap-4 text-sm sm:grid-cols-2">
        {groups.map(({ title, texts }) => (
          <div key={title}>
            <p className="font-semibold">{title}</p>
            <ul className="mt-0.5 list-disc pl-5 marker:text-muted">
              {texts.map(({ text }) => (
                <li key={text} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Disclosure>
  );
}

interface CorrectionRowProps {
  correction: EmailLearning["corrections"][number];
  onUndone: () => void;
}

function CorrectionRow({ correction, onUndone }: CorrectionRowProps) {
  const { emailId, from, subject, excerpt, correction: verdict, before, after, at } = correction;
  const topic = subject || excerpt || "No subject";
  const { run, isPending } = useAction(correctEmail);
  const undo = (): Promise<boolean> =>
    run(
      { params: { id: emailId }, body: { correction: null } },
      {
        done: { title: "Success", description: "Correction undone", action: undefined },
        failed: "Failed to undo the correction",
        onDone: onUndone,
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="truncate text-left" title={topic}>
          {topic}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {from || "Unknown sender"} · {verdict === "lead" ? "marked as a lead" : "marked as not a lead"} ·{" "}
          <RelativeTime time={at} />
        </p>
      </div>
      <span className="text-sm whitespace-nowrap tabular-nums">
        {before}% → {after}%
      </span>
      <IfAllowed to="work">
        <Button size="small" busy={isPending} onClick={() => void undo()}>
          Undo<span className="sr-only"> the correction of {topic}</span>
        </Button>
      </IfAllowed>
    </li>
  );
}
