import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { paths } from "#web/paths.ts";
import { EMAIL_COLUMNS } from "#web/screens/gmail/email-columns.ts";
import { EmailReasons } from "#web/screens/gmail/email-reasons.tsx";
import { Confidence } from "#web/ui/confidence.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";
import { TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const WIDTH = Object.keys(EMAIL_COLUMNS).length;

/** A message and, unfolded below it, why it was judged so. */
export function EmailRow({ email }: { email: ProcessedEmail }) {
  const { from, leadName, leadId, subject, isLead, confidence, correction, kind, date } = email;
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const { from: fromColumn, ...columns } = EMAIL_COLUMNS;
  return (
    <>
      <TableRow>
        <TableCell column={fromColumn} bare>
          <Truncate text={from || "N/A"} />
        </TableCell>
        <TableCell column={columns.leadName}>
          {leadId === null ? (
            <Truncate text={leadName || "N/A"} />
          ) : (
            <Link
              dir="auto"
              to={paths.lead(leadId)}
              className="block truncate text-link underline-offset-2 hover:underline"
            >
              {leadName || "View lead"}
            </Link>
          )}
        </TableCell>
        <TableCell column={columns.subject}>
          <Truncate text={subject || "No subject"} />
        </TableCell>
        <TableCell column={columns.status}>
          <Status tone={isLead ? "success" : kind === "unreadable" ? "warning" : "neutral"}>
            {isLead ? "Lead Detected" : "Not a Lead"}
          </Status>
          {correction !== null && <span className="block text-xs text-muted">corrected by you</span>}
        </TableCell>
        <TableCell column={columns.confidence}>
          <Confidence value={confidence} />
        </TableCell>
        <TableCell column={columns.date}>
          <RelativeTime time={date} />
        </TableCell>
        <TableCell column={columns.actions} bare className="max-md:justify-end">
          <IconButton
            label={isOpen ? `Hide why ${from} was judged so` : `Show why ${from} was judged so`}
            icon={<ChevronDown aria-hidden className={isOpen ? "rotate-180" : ""} />}
            aria-expanded={isOpen}
            aria-controls={detailId}
            onClick={() => setOpen(!isOpen)}
            className="max-md:flex-none!"
          />
        </TableCell>
      </TableRow>
      {isOpen && (
        <tr id={detailId} className="max-md:block">
          <td colSpan={WIDTH} className="border-b border-line bg-canvas px-5 py-4 max-md:block max-md:px-4">
            <EmailReasons email={email} />
          </td>
        </tr>
      )}
    </>
  );
}
