import { useQuery } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { formSubmissionQuery } from "#web/api/forms.ts";
import { RawText } from "#web/screens/leads/sheet/raw-text.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** A submission too long to be stored with its lead; loaded on demand. */
export function LongSubmission({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(formSubmissionQuery(id));
  return (
    <section className="mt-3">
      <h3 className="text-sm text-muted">Full submission {id}</h3>
      {data !== undefined ? (
        <RawText label={`Submission ${id}`} text={JSON.stringify(data.submissionData, null, 2)} />
      ) : error === null ? (
        <>
          <LoadingNote what="the submission" />
          <Skeleton className="mt-3 h-24 w-full" />
        </>
      ) : (
        <ErrorPanel
          title="Couldn't load the submission"
          detail={detailOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
