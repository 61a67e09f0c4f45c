import { requestReport, useReportRequest } from "#web/actions/send-report/report-request.ts";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDialog = () => import("#web/actions/send-report/report-dialog.tsx");
const cancel = (): void => requestReport(null);

/** The report dialog, loaded when a report is about to be sent. Rendered once. */
export function ReportConfirmation() {
  const request = useReportRequest();
  const code = useLoaded({ name: "The report", load: loadDialog, isWanted: request !== null, giveUp: cancel });
  return code === null ? null : <code.ReportDialog />;
}
