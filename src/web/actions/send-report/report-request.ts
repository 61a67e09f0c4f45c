import { useSyncExternalStore } from "react";
import type { ReportPreview } from "#shared/contract/email-settings.ts";

/** A report, or a test of it, that waits for the user's confirmation. */
interface ReportRequest {
  preview: ReportPreview;
  isTest: boolean;
}

let request: ReportRequest | null = null;
const listeners = new Set<() => void>();

/** The report to confirm; null if there is none. */
export function useReportRequest(): ReportRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

/** Opens or, with null, closes the report dialog. */
export function requestReport(next: ReportRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
