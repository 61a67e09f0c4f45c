import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { paths } from "#web/paths.ts";
import { EMAIL_COLUMNS, useColumnCount } from "#web/screens/gmail/email-columns.ts";
import { messageQuery } from "#web/screens/gmail/message-address.ts";
import { EmailReasons } from "#web/screens/gmail/email-reasons.tsx";
import { Confidence } from "#web/ui/confidence.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";
import { TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** A message and, unfolded below it, why it was judged so. */
export function EmailRow({ email }: { email: ProcessedEmail }) {
  const { id, from, leadName, leadId, subject, isLead, confidence, correction, kind, date } = email;
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const { from: fromColumn, ...columns } = EMAIL_COLUMNS;
  const spoken = from || "this message";
  return (
    <>
      <TableRow className="max-md:relative">
        <TableCell column={fromColumn} bare className="max-md:min-h-11 max-md:pr-12">
          <Sender from={from} />
        </TableCell>
        <TableCell column={columns.leadName}>
          {leadId === null ? (
            <Truncate text={leadName || "N/A"} />
          ) : (
            <Link
              dir="auto"
              to={paths.lead(leadId)}
              title={leadName}
              className="block min-w-0 truncate text-left text-link underline-offset-2 hover:underline touch:leading-11"
            >
              {leadName || "View lead"}
            </Link>
          )}
        </TableCell>
        <TableCell column={columns.subject}>
          <Link
            dir="auto"
            to={messageQuery(id)}
            title={subject || "No subject"}
            className="block min-w-0 truncate text-left text-link underline-offset-2 hover:underline touch:leading-11"
          >
            {subject || "No subject"}
          </Link>
        </TableCell>
        <TableCell column={columns.status}>
          <span>
            <Status tone={isLead ? "success" : kind === "unreadable" ? "warning" : "neutral"}>
              {isLead ? "Lead Detected" : "Not a Lead"}
            </Status>
            {correction !== null && (
              <span className="block text-xs text-muted max-md:text-right">corrected by you</span>
            )}
          </span>
        </TableCell>
        <TableCell column={columns.confidence}>
          <Confidence value={confidence} />
        </TableCell>
        <TableCell column={columns.date}>
          <RelativeTime time={date} />
        </TableCell>
        <TableCell
          column={columns.actions}
          bare
          className="text-right max-md:absolute max-md:top-3 max-md:right-1 max-md:justify-end"
        >
          <IconButton
            label={`${isOpen ? "Hide" : "Show"} why ${spoken} was judged so`}
            icon={<ChevronDown aria-hidden className={isOpen ? "rotate-180" : ""} />}
            aria-expanded={isOpen}
            aria-controls={detailId}
            onClick={() => setOpen(!isOpen)}
            className="max-md:flex-none!"
          />
        </TableCell>
      </TableRow>
      {isOpen && (
        <DetailRow id={detailId}>
          <EmailReasons email={email} />
        </DetailRow>
      )}
    </>
  );
}

/** The name over the address, where there are both. */
function Sender({ from }: { from: string }) {
  const [, name, address] = /^(.+?)\s*<([^<>]+)>$/u.exec(from) ?? [];
  if (name === undefined) return <Truncate text={from} />;
  return (
    <span className="min-w-0">
      <Truncate text={name} />
      <Truncate text={address} className="text-xs text-muted" />
    </span>
  );
}

function DetailRow({ id, children }: { id: string; children: ReactNode }) {
  return (
    <tr id={id} className="max-md:block">
      <td colSpan={useColumnCount()} className="border-b border-line bg-canvas px-5 py-4 max-md:block max-md:px-4">
        {children}
      </td>
    </tr>
  );
}
