import { formatCount } from "#web/format/number.ts";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { requestReport } from "#web/actions/send-report/report-request.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { reportPreviewQuery, sendReport, testReport } from "#web/api/email-settings.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface SendReport {
  /** Opens the preview; a test to the user's own address is sent right away. */
  run: () => Promise<void>;
  running: boolean;
}

/** Sends the qualified leads report after a confirmation. */
export function useSendReport(): SendReport {
  const client = useQueryClient();
  const fail = useReportFailure();
  const run = async (): Promise<void> => {
    try {
      requestReport({ preview: await client.query(reportPreviewQuery), isTest: false });
    } catch (error) {
      fail(error);
    }
  };
  return { run, running: useIsMutating({ mutationKey: sendReport.mutationKey }) > 0 };
}

/** Sends the report to the user alone, marked as a test. */
export function useTestReport(): SendReport {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(testReport);
  const run = async (): Promise<void> => {
    try {
      const preview = await client.query(reportPreviewQuery);
      if (preview.testAddress === null) requestReport({ preview, isTest: true });
      else toastTestSent(await mutateAsync({ body: {} }));
    } catch (error) {
      toastTestFailed(error);
    }
  };
  return { run, running: useIsMutating({ mutationKey: testReport.mutationKey }) > 0 };
}

/** The toast for a failed report; it links to Email Settings, unless the server is unreachable or busy. */
export function useReportFailure(): (error: unknown) => void {
  const navigate = useNavigate();
  const settings = { label: "Email Settings", onSelect: () => void navigate(paths.emailSettings()) };
  return (error) => {
    const description = "Failed to send email report";
    const passes = error instanceof ApiError && (error.status === 0 || error.retryAfterSeconds !== null);
    const action = passes ? {} : { action: settings };
    toast({ title: "Error", description, detail: detailOf(error), variant: "destructive", ...action });
  };
}

export function toastTestSent({ leadCount, to }: { leadCount: number; to: string }): void {
  toast({
    title: "Success",
    description: `Test report sent successfully with ${formatCount(leadCount)} leads`,
    detail: `Sent only to ${to}.`,
  });
}

export function toastTestFailed(error: unknown): void {
  toast.error("Failed to send test report", detailOf(error));
}
