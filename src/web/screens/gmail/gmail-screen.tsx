import { useQuery } from "@tanstack/react-query";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { emailsToReviewQuery, mailboxQuery } from "#web/api/mailbox.ts";
import { formatTotal } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { EmailsTab } from "#web/screens/gmail/emails-tab.tsx";
import { MessageSheet } from "#web/screens/gmail/message-sheet.tsx";
import { RulesTab } from "#web/screens/gmail/rules-tab.tsx";
import { SetupTab } from "#web/screens/gmail/setup-tab.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

export function GmailScreen() {
  const [tab, open] = useTabAddress(["setup", "emails", "rules"]);
  const query = useQuery(mailboxQuery);
  const { data: config, error } = query;
  const failed = config === undefined && error !== null ? <FailedCard what="the mailbox" query={query} /> : null;
  return (
    <Page width={tab === "emails" ? "full" : "reading"}>
      <Tabs
        label="Mailbox"
        value={tab}
        onChange={open}
        tabs={[
          {
            value: "setup",
            label: "Setup & Configuration",
            content: config === undefined ? (failed ?? <MailboxSkeleton />) : <SetupTab config={config} />,
          },
          {
            value: "emails",
            label: <EmailsLabel />,
            content: <EmailsTab config={config} onSetUp={() => open("setup")} />,
          },
          {
            value: "rules",
            label: "Automation Rules",
            content:
              config === undefined ? (
                (failed ?? <RulesSkeleton />)
              ) : (
                <RulesTab rules={config.rules} languageModel={config.languageModel} />
              ),
          },
        ]}
      />
      <MessageSheet />
    </Page>
  );
}

/** Tab label with the number of messages to review. */
function EmailsLabel() {
  const { data: toReview } = useQuery(emailsToReviewQuery);
  if (toReview === undefined || toReview.count === 0) return "Email Processing";
  return (
    <>
      Email Processing{" "}
      <span className="ml-1 rounded-full bg-accent-soft px-1.5 py-0.5 text-xs font-semibold text-ink tabular-nums">
        {formatTotal(toReview)}
        <span className="sr-only"> to review</span>
      </span>
    </>
  );
}

/** Matches the size of the status and the form. */
function MailboxSkeleton() {
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <LoadingNote what="the mailbox" />
      <Card title="Mailbox status">
        <div className="flex flex-col gap-3 py-1">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      </Card>
      <FormSkeleton rows={4} />
    </div>
  );
}

/** Matches the size of the rules. */
function RulesSkeleton() {
  return (
    <>
      <LoadingNote what="the rules" />
      <FormSkeleton rows={3} />
    </>
  );
}

function FormSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <div className="flex flex-col gap-6">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
        <Skeleton className="ml-auto h-9 w-24" />
      </div>
    </Card>
  );
}
