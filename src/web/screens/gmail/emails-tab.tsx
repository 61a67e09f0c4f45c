import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, Inbox, RefreshCw, X } from "lucide-react";
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { ProgressEvent } from "#shared/contract/event.ts";
import type { EmailVerdict, MailboxConfig, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { emailsToReviewQuery, processedEmailsQuery } from "#web/api/mailbox.ts";
import { withParameters } from "#web/paths.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { formatTotal } from "#web/format/number.ts";
import { EMAIL_COLUMNS } from "#web/screens/gmail/email-columns.ts";
import { EmailRow } from "#web/screens/gmail/email-row.tsx";
import { ReviewList } from "#web/screens/gmail/review-list.tsx";
import { useSyncMailbox } from "#web/actions/use-sync-mailbox.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Table } from "#web/ui/table.tsx";

const COLUMNS = Object.values(EMAIL_COLUMNS);

/** The verdict each filter lists; null lists all. */
const VERDICT_OF: Record<EmailFilter, EmailVerdict | null> = {
  all: null,
  review: "review",
  leads: "lead",
  "not-leads": "not_lead",
};

interface EmailsTabProps {
  config: MailboxConfig | undefined;
  onSetUp: () => void;
}

/** Analyzed messages, newest first. */
export function EmailsTab({ config, onSetUp }: EmailsTabProps) {
  const [filter, setFilter] = useEmailFilter();
  const query = useInfiniteQuery(processedEmailsQuery(VERDICT_OF[filter]));
  const { data: toReview } = useQuery(emailsToReviewQuery);
  const { data, error, hasNextPage } = query;
  const all = useRef<HTMLDivElement>(null);
  const emails = data?.pages.flatMap(({ items }) => items);
  const needsReview = toReview === undefined || toReview.count === 0 ? "" : ` ${formatTotal(toReview)}`;
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      <Card
        flush
        title="Processed emails"
        description="From your mailboxes and pasted text."
        actions={
          <IfAllowed to="work">
            <Sync isEnabled={config?.enabled ?? false} />
          </IfAllowed>
        }
      >
        <div className="overflow-x-auto px-5 pb-3 max-md:px-4">
          <Segments
            label="Show"
            options={[
              { value: "all", label: "All" },
              { value: "review", label: `Needs review${needsReview}` },
              { value: "leads", label: "Leads" },
              { value: "not-leads", label: "Not leads" },
            ]}
            value={filter}
            onChange={setFilter}
          />
        </div>
        {emails === undefined && error !== null ? (
          <QueryFailed what="emails" query={query} />
        ) : emails === undefined ? (
          <EmailTable emails={undefined} />
        ) : emails.length === 0 && !hasNextPage ? (
          <NoEmails filter={filter} config={config} onSetUp={onSetUp} />
        ) : (
          <>
            {filter === "review" ? (
              <ReviewList emails={emails} onEmptied={() => all.current?.focus()} />
            ) : (
              <EmailTable emails={emails} />
            )}
            {hasNextPage && (
              <div className="flex justify-center p-3">
                <ShowMore query={query} variant="ghost" />
              </div>
            )}
          </>
        )}
      </Card>
    </div>
  );
}

function NoEmails({ filter, config, onSetUp }: EmailsTabProps & { filter: EmailFilter }) {
  if (filter === "review") {
    return (
      <EmptyState icon={<CircleCheck />} title="Nothing to review" text="Emails Winnow isn't sure about appear here." />
    );
  }
  if (filter !== "all") {
    return (
      <EmptyState icon={<Inbox />} title={filter === "leads" ? "No leads in your emails yet" : "No other emails"} />
    );
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title="No emails processed yet"
      text={
        config?.enabled === false
          ? "Each email appears here with its verdict. Set up a mailbox, or paste an email in Lead Scraper."
          : "Each email appears here with its verdict."
      }
      action={
        config?.enabled === false && (
          <IfAllowed to="manage">
            <Button onClick={onSetUp}>Set up mailbox</Button>
          </IfAllowed>
        )
      }
    />
  );
}

/** Syncs the mailbox; disabled while the integration is off. */
function Sync({ isEnabled }: { isEnabled: boolean }) {
  const { run, cancel, running, progress } = useSyncMailbox();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {running && <SyncProgress progress={progress} onCancel={cancel} returnFocusTo={button} />}
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

interface SyncProgressProps {
  progress: ProgressEvent | undefined;
  onCancel: () => void;
  /** Gets the keyboard focus if this disappears with it. */
  returnFocusTo: RefObject<HTMLButtonElement | null>;
}

function SyncProgress({ progress, onCancel, returnFocusTo }: SyncProgressProps) {
  const box = useRef<HTMLDivElement>(null);
  const passFocus = useEffectEvent(() => returnFocusTo.current?.focus());
  useLayoutEffect(() => {
    const shown = box.current;
    return () => {
      if (shown?.contains(document.activeElement) === true) passFocus();
    };
  }, []);
  return (
    <div ref={box} className="flex w-64 max-w-full items-center gap-1 max-md:w-full">
      <div className="min-w-0 flex-1">
        <ProgressBar
          label={progress?.label ?? "Connecting"}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
        />
      </div>
      <IconButton label="Cancel sync" icon={<X aria-hidden />} onClick={onCancel} />
    </div>
  );
}

type EmailFilter = "all" | "review" | "leads" | "not-leads";

/** The message filter, stored in the URL as "?show=review". Unknown values show all. */
function useEmailFilter(): [filter: EmailFilter, setFilter: (filter: EmailFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("show");
  const setFilter = (filter: EmailFilter): void => setQuery(withParameters({ show: filter === "all" ? null : filter }));
  return [asked !== null && isFilter(asked) ? asked : "all", setFilter];
}

function isFilter(text: string): text is EmailFilter {
  return Object.hasOwn(VERDICT_OF, text);
}

function EmailTable({ emails }: { emails: readonly ProcessedEmail[] | undefined }) {
  return (
    <Table
      label="Processed emails"
      columns={COLUMNS}
      loading={{ what: "the emails", rows: LIMITS.show.skeletonRowsLeads }}
    >
      {emails?.map((email) => (
        <EmailRow key={email.id} email={email} />
      ))}
    </Table>
  );
}
