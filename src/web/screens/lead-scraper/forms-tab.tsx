import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { ApiError } from "#web/api/connection/api-error.ts";
import { formHookQuery, formSubmissionsQuery, regenerateFormHook } from "#web/api/forms.ts";
import { useMay } from "#web/api/use-may.ts";
import { FormServices } from "#web/screens/lead-scraper/form-services.tsx";
import { HostedFormsCard } from "#web/screens/lead-scraper/hosted-forms/hosted-forms-card.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { ClipboardList, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { ShowMore } from "#web/actions/show-more.tsx";
import { SubmissionRow } from "#web/screens/lead-scraper/submission-row.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The form URL, setup instructions, and received submissions. */
export function FormsTab() {
  const mayManage = useMay("manage");
  const query = useQuery({ ...formHookQuery, enabled: mayManage });
  const { data: hook, error } = query;
  const address = hook === undefined ? undefined : `${hook.origin ?? location.origin}${hook.path}`;
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <HostedFormsCard />
      <Card unsized title="Webhook" description="Submissions sent to this URL become leads.">
        {!mayManage ? (
          <Notice>Only owners can see the webhook URL and connect forms.</Notice>
        ) : hook === undefined && error !== null ? (
          <>
            <QueryFailed what="the webhook" query={query} />
            {isUnreadable(error) && (
              <div className="flex justify-center">
                <RegenerateWebhook />
              </div>
            )}
          </>
        ) : hook === undefined || address === undefined ? (
          <WebhookSkeleton />
        ) : (
          <div className="flex flex-col gap-5">
            <WebhookAddress address={address} isLocal={hook.origin === null} />
            <FormServices hook={hook} address={address} />
          </div>
        )}
      </Card>
      <SubmissionList />
    </div>
  );
}

/** The URL was encrypted with another key, so it must be replaced. */
function isUnreadable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function WebhookSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <LoadingNote what="the webhook" />
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-9 w-full touch:h-11" />
        <Skeleton className="h-4.5 w-96 max-w-full" />
      </div>
      <Skeleton className="h-8 w-28 touch:h-11" />
      <div className="border-t border-line pt-5">
        <Skeleton className="h-9 w-80 max-w-full touch:h-11" />
      </div>
    </div>
  );
}

interface WebhookAddressProps {
  address: string;
  /** Whether the URL is built from this browser's address bar and may not work from elsewhere. */
  isLocal: boolean;
}

/** The URL, with buttons to copy and replace it. */
function WebhookAddress({ address, isLocal }: WebhookAddressProps) {
  return (
    <>
      <Field
        label="Webhook URL"
        required
        hint={
          isLocal
            ? "Based on your browser's address. For public forms, ask your administrator to set WINNOW_PUBLIC_URL."
            : "Anyone with this URL can submit leads. Regenerate it if it leaks."
        }
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              aria-required={undefined}
              readOnly
              value={address}
              className="min-w-0 font-mono text-sm"
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={address} what="webhook URL" worded />
          </div>
        )}
      </Field>
      <div>
        <RegenerateWebhook />
      </div>
    </>
  );
}

/** Asks before replacing the webhook URL. */
function RegenerateWebhook() {
  const [isAsking, setAsking] = useState(false);
  const { run } = useAction(regenerateFormHook);
  const regenerate = (): Promise<boolean> =>
    run(undefined, { done: "Webhook URL regenerated successfully", failed: "Failed to regenerate webhook URL" });
  return (
    <>
      <Button size="small" icon={<RefreshCw aria-hidden />} onClick={() => setAsking(true)}>
        Regenerate URL
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Regenerate the webhook URL?"
        description="Forms that use the current URL stop working until you update them. You can undo this for 90 days."
        confirmLabel="Regenerate URL"
        onConfirm={() => void regenerate()}
      />
    </>
  );
}

/** Form submissions, newest first, updated live. */
function SubmissionList() {
  const query = useInfiniteQuery(formSubmissionsQuery);
  const { data, error, hasNextPage } = query;
  const submissions = data?.pages.flatMap(({ items }) => items);
  return (
    <Card flush title="Submissions" description="Includes submissions that didn't become leads.">
      {submissions === undefined && error !== null ? (
        <QueryFailed what="submissions" query={query} />
      ) : submissions === undefined ? (
        <LoadingBars
          what="the submissions"
          className="flex flex-col gap-3 border-t border-line px-5 py-4 max-md:px-4"
          bars={["h-5 w-56", "h-4 w-80 max-w-full"]}
        />
      ) : submissions.length === 0 ? (
        <EmptyState
          icon={<ClipboardList />}
          title="No submissions yet"
          text="Submit a connected form and it appears here right away."
        />
      ) : (
        <>
          <ul aria-label="Submissions">
            {submissions.map((submission) => (
              <SubmissionRow key={submission.id} submission={submission} />
            ))}
          </ul>
          {hasNextPage && (
            <div className="flex justify-center border-t border-line p-3">
              <ShowMore query={query} variant="ghost" />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
