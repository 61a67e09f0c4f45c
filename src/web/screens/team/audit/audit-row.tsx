import type { AuditEntry } from "#shared/contract/audit.ts";
import { formatDayAndTime } from "#web/format/date.ts";
import { exactTime } from "#web/format/relative-time.ts";
import { Status, type StatusTone } from "#web/ui/status.tsx";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";

const TIME = { title: "Time", className: "w-44 md:max-xl:w-32" } satisfies Column;
const WHO = { title: "Person", className: "w-44 md:max-xl:w-36" } satisfies Column;
const WHAT = { title: "Action" } satisfies Column;
const FROM = { title: "From", className: "w-44 md:max-xl:hidden" } satisfies Column;
const OUTCOME = { title: "Outcome", className: "w-28" } satisfies Column;
export const AUDIT_COLUMNS: readonly Column[] = [TIME, WHO, WHAT, FROM, OUTCOME];

const VIA: Record<AuditEntry["via"], string> = {
  browser: "Browser",
  token: "API token",
  command: "Command line",
  link: "Email link",
  clock: "Schedule",
};

const OUTCOMES: Record<AuditEntry["outcome"], { label: string; tone: StatusTone }> = {
  done: { label: "Done", tone: "success" },
  refused: { label: "Denied", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
};

/** An audit log entry: when, who, what, how, from where, and the outcome. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, by, via, address, action, summary, subject, outcome, requestId } = entry;
  return (
    <TableRow>
      <TableCell column={TIME}>
        <time dateTime={at} title={exactTime(at)} className="tabular-nums">
          {formatDayAndTime(new Date(at))}
        </time>
      </TableCell>
      <TableCell column={WHO}>
        <div className="min-w-0">
          <bdi className="block truncate" title={by}>
            {by}
          </bdi>
          {/* Shown when the column is hidden. */}
          <span className="hidden text-xs text-muted md:max-xl:block">
            {VIA[via]} {address}
          </span>
        </div>
      </TableCell>
      <TableCell column={WHAT} bare>
        <div className="min-w-0 py-1.5" title={requestId === "" ? undefined : `Request ${requestId}`}>
          <p className="wrap-anywhere">{summary}</p>
          <p className="text-xs text-muted wrap-anywhere">
            <code className="font-mono">{action}</code>
            {subject !== "" && (
              <>
                {" "}
                · <bdi>{subject}</bdi>
              </>
            )}
          </p>
        </div>
      </TableCell>
      <TableCell column={FROM}>
        <div className="min-w-0">
          <span className="block truncate">{VIA[via]}</span>
          {address !== "" && <span className="block truncate text-xs text-muted">{address}</span>}
        </div>
      </TableCell>
      <TableCell column={OUTCOME}>
        <Status tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Status>
      </TableCell>
    </TableRow>
  );
}
