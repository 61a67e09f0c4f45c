import { Send } from "lucide-react";
import type { ReactNode } from "react";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { ReconnectButton } from "#web/actions/mail-sign-in/mail-sign-in-card.tsx";
import { useTestReport } from "#web/actions/send-report/use-send-report.ts";
import { useReportTimes } from "#web/screens/email-settings/report-times.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { Status } from "#web/ui/status.tsx";

/** Whether reports can be sent, based on the last real send or test. Undefined while loading. */
export function EmailStatus({ settings }: { settings: EmailSettings | null | undefined }) {
  const isConfigured = settings?.isActive ?? false;
  return (
    <Card
      unsized
      title="Email status"
      actions={
        isConfigured && (
          <IfAllowed to="work">
            <SendTestReport />
          </IfAllowed>
        )
      }
    >
      {settings === undefined ? (
        <LoadingBars
          what="the email status"
          className="flex flex-col gap-2"
          bars={["h-5 w-32", "h-5 w-72 max-w-full"]}
        />
      ) : (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">
            <Status tone={isConfigured ? "success" : "neutral"}>
              {isConfigured ? "Configured" : "Not Configured"}
            </Status>
          </p>
          <StatusDetail settings={settings} />
        </div>
      )}
    </Card>
  );
}

function StatusDetail({ settings }: { settings: EmailSettings | null }): ReactNode {
  const { leaves, clock } = useReportTimes();
  if (settings === null)
    return <p className="text-muted">Fill in the SMTP settings below to email reports of qualified leads.</p>;
  if (!settings.isActive)
    return <p className="text-muted">Your settings are saved but inactive. Turn on Active below to send email.</p>;
  const { reportFrequency, lastSuccess, failingSince, lastError, signIn } = settings;
  return (
    <>
      <p className="text-muted">
        {leaves[reportFrequency]}, {clock}.{" "}
        {lastSuccess === null ? (
          failingSince === null && "Not tested yet."
        ) : (
          <>
            Last success: <RelativeTime time={lastSuccess} />.
          </>
        )}
      </p>
      {failingSince !== null && (
        <Notice tone="danger">
          <p className="font-semibold">
            Failing since <Moment time={failingSince} />
          </p>
          <p>{lastError}</p>
          <ReconnectButton method={signIn} from="email-settings" />
        </Notice>
      )}
    </>
  );
}

function SendTestReport() {
  const { run, running } = useTestReport();
  return (
    <Button icon={<Send aria-hidden />} busy={running} busyLabel="Sending..." onClick={() => void run()}>
      Send Test Report
    </Button>
  );
}
