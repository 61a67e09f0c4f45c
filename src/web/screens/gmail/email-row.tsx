import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { useMay } from "#web/api/use-may.ts";
import { reasonsOf } from "#web/format/email-reasons.ts";
import { paths } from "#web/paths.ts";
import { EMAIL_COLUMNS, useColumnCount } from "#web/screens/gmail/email-columns.ts";
import { useMessageAddress } from "#web/screens/gmail/message-address.ts";
import { useCorrectEmail } from "#web/screens/gmail/use-correct-email.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Confidence } from "#web/ui/leads/confidence.tsx";
import { CorrectionButtons } from "#web/ui/leads/correction-buttons.tsx";
import { EmailVerdictMark } from "#web/ui/leads/email-verdict-mark.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Why } from "#web/ui/leads/why.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** A message, expandable to the reasons for its verdict. */
export function EmailRow({ email }: { email: ProcessedEmail }) {
  const { id, from, leadName, leadId, subject, verdict, confidence, decidedBy, date } = email;
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  const addressOf = useMessageAddress();
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
            to={addressOf(id)}
            title={subject || "No subject"}
            className="block min-w-0 truncate text-left text-link underline-offset-2 hover:underline touch:leading-11"
          >
            {subject || "No subject"}
          </Link>
        </TableCell>
        <TableCell column={columns.status}>
          <span>
            <EmailVerdictMark verdict={verdict} />
            {decidedBy !== "analysis" && (
              <span className="block text-xs text-muted max-md:text-right">
                {decidedBy === "person" ? "Decided manually" : "By language model"}
              </span>
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
            label={`${isOpen ? "Hide" : "Show"} reasons for ${spoken}`}
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

function DetailRow({ id, children }: { id: string; children: ReactNode }) {
  return (
    <tr id={id} className="max-md:block">
      <td colSpan={useColumnCount()} className="border-b border-line bg-canvas px-5 py-4 max-md:block max-md:px-4">
        {children}
      </td>
    </tr>
  );
}

/** The reasons for a verdict, with buttons to correct it. */
function EmailReasons({ email }: { email: ProcessedEmail }) {
  const { from, leadId, leadName, verdict, correction, date } = email;
  const { correct, isPending } = useCorrectEmail();
  const mayCorrect = useMay("work");
  const reasons = reasonsOf(email);
  return (
    <div className="flex flex-col gap-3">
      {reasons.length > 0 ? <Why reasons={reasons} /> : <p>No reason was recorded.</p>}
      <p className="text-sm wrap-anywhere text-muted">
        <Moment time={date} />
        {from !== "" && `, from ${from}`}
      </p>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {mayCorrect && (
          <CorrectionButtons
            verdict={verdict}
            correction={correction}
            busy={isPending}
            onCorrect={(next) => void correct(email, next)}
          />
        )}
        {leadId !== null && (
          <Link to={paths.lead(leadId)} className={buttonClass("ghost", "small")}>
            View lead<span className="sr-only"> {leadName}</span>
          </Link>
        )}
      </div>
    </div>
  );
}

/** Name above address, if the message has both. */
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
