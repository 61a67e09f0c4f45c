import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { detailOf } from "#web/api/connection/api-error.ts";
import { followUpsQuery } from "#web/api/follow-ups.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { FollowUpQuestionRow } from "#web/screens/leads/sheet/follow-up/follow-up-question-row.tsx";
import { SendQuestions } from "#web/screens/leads/sheet/follow-up/send-questions.tsx";
import { SuppressedNotice } from "#web/screens/leads/sheet/follow-up/suppressed-notice.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Questions about missing details: drafted, sent, answered; and whether the lead may be contacted. */
export function FollowUps({ lead }: { lead: LeadDetail }) {
  const { data: questions, error, isFetching, refetch } = useQuery(followUpsQuery(lead.id));
  const { data: settings } = useQuery(settingsQuery);
  if (questions === undefined) {
    if (error === null)
      return lead.missingInfo.length === 0 ? null : <FollowUpsLoading count={lead.missingInfo.length} />;
    return (
      <div className="mt-4">
        <Notice tone="danger" title="Couldn't load questions">
          <p>{detailOf(error)}</p>
          <Button size="small" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      </div>
    );
  }
  return (
    <>
      <SuppressedNotice leadId={lead.id} />
      {questions.length > 0 && (
        <div className="mt-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h4 className="font-semibold">Questions</h4>
            {settings && <AutomaticState isOn={settings.followUpAutomatic} />}
          </div>
          <ul className="mt-2 flex flex-col gap-3">
            {questions.map((question) => (
              <FollowUpQuestionRow key={question.id} question={question} most={settings?.followUpAttempts ?? 0} />
            ))}
          </ul>
          <IfAllowed to="work">
            <SendQuestions lead={lead} questions={questions} />
          </IfAllowed>
        </div>
      )}
    </>
  );
}

/** Whether questions are sent automatically, with a link to the setting. */
function AutomaticState({ isOn }: { isOn: boolean }) {
  return (
    <Link to={paths.configuration()} className="rounded-sm text-sm text-link hover:underline touch:leading-11">
      {isOn ? "Sent automatically" : "Sent manually"}
    </Link>
  );
}

function FollowUpsLoading({ count }: { count: number }) {
  return (
    <div className="mt-5 flex flex-col gap-3">
      <LoadingNote what="the questions" />
      <Skeleton className="h-5 w-24" />
      {Array.from({ length: count }, (_, question) => (
        <Skeleton key={question} className="h-17 w-full" />
      ))}
    </div>
  );
}
