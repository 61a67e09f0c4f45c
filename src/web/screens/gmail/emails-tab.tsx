import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, RefreshCw, X } from "lucide-react";
import { useRef } from "react";
import type { MailboxConfig } from "#shared/contract/mailbox.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { processedEmailsQuery } from "#web/api/mailbox.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { EmailTable, EmailTableSkeleton } from "#web/screens/gmail/email-table.tsx";
import { useSyncMailbox } from "#web/screens/gmail/use-sync-mailbox.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

interface EmailsTabProps {
  config: MailboxConfig | undefined;
  onSetUp: () => void;
}

/** Every analysed message, newest first: what was made of it, why, and the way to say that it is wrong. */
export function EmailsTab({ config, onSetUp }: EmailsTabProps) {
  const query = useInfiniteQuery(processedEmailsQuery);
  const { data, error, isFetching, refetch, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  const emails = data?.pages.flatMap(({ items }) => items);
  return (
    <Card
      flush
      title="Processed Emails"
      description="Mailboxes and pasted text alike."
      actions={
        <IfAllowed to="work">
          <Sync isEnabled={config?.enabled ?? false} />
        </IfAllowed>
      }
    >
      {emails === undefined && error !== null ? (
        <ErrorPanel
          title="The emails could not be loaded"
          detail={detailOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : emails === undefined ? (
        <EmailTableSkeleton />
      ) : emails.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title="No emails processed yet"
          text={
            config?.enabled === false
              ? "Each message that is read appears here, with whether it is a lead and why. The integration is not enabled yet."
              : "Each message that is read appears here, with whether it is a lead and why."
          }
          action={
            config?.enabled === false && (
              <IfAllowed to="manage">
                <Button onClick={onSetUp}>Set Up Mailbox</Button>
              </IfAllowed>
            )
          }
        />
      ) : (
        <>
          <EmailTable emails={emails} />
          {hasNextPage && (
            <div className="flex justify-center p-3">
              <Button variant="ghost" busy={isShowingMore} onClick={showMore}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

/** Reads the mailbox now; there is nothing to read while the integration is off. */
function Sync({ isEnabled }: { isEnabled: boolean }) {
  const { run, cancel, running, progress } = useSyncMailbox();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {running && (
        <div className="flex w-64 max-w-full items-center gap-1 max-md:w-full">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={progress?.label ?? "Connecting"}
              done={progress?.done ?? 0}
              total={progress?.total ?? null}
            />
          </div>
          <IconButton
            label="Cancel sync"
            icon={<X aria-hidden />}
            onClick={() => {
              // This button goes with the sync; the keyboard stays here.
              button.current?.focus();
              cancel();
            }}
          />
        </div>
      )}
      <Button
        ref={button}
        variant="primary"
        icon={<RefreshCw aria-hidden />}
        busy={running}
        busyLabel="Syncing..."
        disabled={!isEnabled}
        title={isEnabled ? undefined : "Enable the integration under Setup & Configuration first."}
        onClick={() => void run()}
      >
        Sync Now
      </Button>
    </>
  );
}
