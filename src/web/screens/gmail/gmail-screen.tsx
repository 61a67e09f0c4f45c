import { useQuery } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { mailboxQuery } from "#web/api/mailbox.ts";
import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { EmailsTab } from "#web/screens/gmail/emails-tab.tsx";
import { MailboxSkeleton, RulesSkeleton } from "#web/screens/gmail/mailbox-skeleton.tsx";
import { MessageSheet } from "#web/screens/gmail/message-sheet.tsx";
import { RulesTab } from "#web/screens/gmail/rules-tab.tsx";
import { SetupTab } from "#web/screens/gmail/setup-tab.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

/** A mailbox whose messages are read and analysed: its connection, what it brought, and what the analysis obeys. */
export function GmailScreen() {
  const [tab, open] = useTabAddress(["setup", "emails", "rules"]);
  const { data: config, error, isFetching, refetch } = useQuery(mailboxQuery);
  if (config === undefined && error !== null) {
    return (
      <Page>
        <Card>
          <ErrorPanel
            title="The mailbox could not be loaded"
            detail={detailOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      </Page>
    );
  }
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
            content: config === undefined ? <MailboxSkeleton /> : <SetupTab config={config} />,
          },
          {
            value: "emails",
            label: "Email Processing",
            content: <EmailsTab config={config} onSetUp={() => open("setup")} />,
          },
          {
            value: "rules",
            label: "Automation Rules",
            content: config === undefined ? <RulesSkeleton /> : <RulesTab rules={config.rules} />,
          },
        ]}
      />
      <MessageSheet />
    </Page>
  );
}
