import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { EmailRow } from "#web/screens/gmail/email-row.tsx";
import { EMAIL_COLUMNS } from "#web/screens/gmail/email-columns.ts";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { Table, TableSkeleton } from "#web/ui/table.tsx";

const COLUMNS = Object.values(EMAIL_COLUMNS);

export function EmailTable({ emails }: { emails: readonly ProcessedEmail[] }) {
  return (
    <Table label="Processed emails" columns={COLUMNS}>
      {emails.map((email) => (
        <EmailRow key={email.id} email={email} />
      ))}
    </Table>
  );
}

export function EmailTableSkeleton() {
  return (
    <>
      <LoadingNote what="the emails" />
      <Table label="Processed emails" columns={COLUMNS} aria-hidden>
        <TableSkeleton columns={COLUMNS} rows={LIMITS.show.skeletonRowsLeads} />
      </Table>
    </>
  );
}
