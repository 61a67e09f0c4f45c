import { useSyncExternalStore } from "react";
import type { ReportPreview } from "#shared/contract/email-settings.ts";
import { observable } from "#web/observable.ts";

/** A report, or a test of it, that waits for the user's confirmation. */
interface ReportRequest {
  preview: ReportPreview;
  isTest: boolean;
}

const request = observable<ReportRequest | null>(null);

/** The report to confirm; null if there is none. */
export function useReportRequest(): ReportRequest | null {
  return useSyncExternalStore(request.subscribe, request.get);
}

/** Opens or, with null, closes the report dialog. */
export function requestReport(next: ReportRequest | null): void {
  request.set(next);
}
