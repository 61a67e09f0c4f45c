import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import type { ReportPreview } from "#shared/contract/email-settings.ts";
import { requestReport, useReportRequest } from "#web/actions/send-report/report-request.ts";
import { toastTestFailed, toastTestSent, useReportFailure } from "#web/actions/send-report/use-send-report.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { sendReport, testReport } from "#web/api/email-settings.ts";
import { formatCount, formatCounted, formatTotal } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Dialog, DialogActions, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Shows who would get which report before it is sent, or asks where a test should go. */
export function ReportDialog() {
  const request = useReportRequest();
  const shown = useLastShown(request);
  const { mutateAsync } = useMutation(sendReport);
  const fail = useReportFailure();
  const close = (): void => requestReport(null);
  const send = async ({ version }: ReportPreview): Promise<void> => {
    close();
    try {
      const { leadCount } = await mutateAsync({ query: { version } });
      toast.success(`Email report sent with ${formatCount(leadCount)} qualified leads`);
    } catch (error) {
      fail(error);
    }
  };
  if (shown === null) return null;
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(open) => !open && close()}
      title={shown.isTest ? "Send test report" : "Send report"}
    >
      {shown.isTest ? (
        <TestForm onCancel={close} onSent={close} />
      ) : (
        <Preview preview={shown.preview} onCancel={close} onSend={() => void send(shown.preview)} />
      )}
    </Dialog>
  );
}

interface PreviewProps {
  preview: ReportPreview;
  onCancel: () => void;
  onSend: () => void;
}

function Preview({ preview, onCancel, onSend }: PreviewProps) {
  const { subject, leadCount, newCount, isExact, since, recipients, testAddress } = preview;
  const [asksAddress, setAsksAddress] = useState(false);
  const { mutateAsync, isPending } = useMutation(testReport);
  const test = async (): Promise<void> => {
    if (testAddress === null) {
      setAsksAddress(true);
      return;
    }
    try {
      toastTestSent(await mutateAsync({ body: {} }));
    } catch (error) {
      toastTestFailed(error);
    }
  };
  if (asksAddress) return <TestForm onCancel={() => setAsksAddress(false)} onSent={() => setAsksAddress(false)} />;
  return (
    <>
      <dl className="flex flex-col gap-4 [&_dt]:text-sm [&_dt]:text-muted">
        <div>
          <dt>Leads</dt>
          <dd className="font-semibold">{formatCounted(leadCount, "qualified lead")}</dd>
          <dd className="text-muted">
            {formatTotal({ count: newCount, exact: isExact })} new since <Moment time={since} />
          </dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd className="wrap-anywhere">{subject}</dd>
        </div>
        <div>
          <dt>Recipients ({formatCount(recipients.length)})</dt>
          <dd>
            <ul className="max-h-40 overflow-y-auto">
              {recipients.map((address) => (
                <li key={address} className="wrap-anywhere">
                  {address}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <DialogActions>
        <Button
          className="sm:mr-auto"
          icon={<FlaskConical aria-hidden />}
          busy={isPending}
          busyLabel="Sending..."
          {...(testAddress !== null && { title: testAddress })}
          onClick={() => void test()}
        >
          Send me a test
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={onSend}>
          Send to {formatCounted(recipients.length, "recipient")}
        </Button>
      </DialogActions>
    </>
  );
}

/** Asks for the test's address, as there is no account to take it from. */
function TestForm({ onCancel, onSent }: { onCancel: () => void; onSent: () => void }) {
  const [to, setTo] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const { mutateAsync, isPending } = useMutation(testReport);
  const test = async (): Promise<void> => {
    try {
      toastTestSent(await mutateAsync({ body: { to: to.trim() } }));
      onSent();
    } catch (error) {
      const complaintHere = error instanceof ApiError ? error.fields[0]?.message : undefined;
      setComplaint(complaintHere);
      if (complaintHere === undefined) toastTestFailed(error);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void test();
  };
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="Your email"
        required
        error={complaint}
        hint="Only this address gets the test, and its leads stay new for the next report."
        type="email"
        autoComplete="email"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <SubmitActions label="Send test" busy={isPending} busyLabel="Sending..." onCancel={onCancel} />
    </form>
  );
}
