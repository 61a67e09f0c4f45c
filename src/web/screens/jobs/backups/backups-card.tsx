import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { Link } from "react-router";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { backupsQuery } from "#web/api/backups.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { formatBytes } from "#web/format/bytes.ts";
import { clockHour } from "#web/format/clock-hour.ts";
import { formatCount } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Status } from "#web/ui/status.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";

const FILE = { title: "File" } satisfies Column;
const MADE = { title: "Created", className: "w-28" } satisfies Column;
const SIZE = { title: "Size", align: "right", className: "w-28" } satisfies Column;
const CHECK = { title: "Status", className: "w-40" } satisfies Column;
const COLUMNS: readonly Column[] = [FILE, MADE, SIZE, CHECK];
const USUAL = 3;

/** Backups on the server; owners only. */
export function BackupsCard() {
  const query = useQuery(backupsQuery);
  const { data: files, error } = query;
  return (
    <Card flush unsized title="Backups" description={<Rhythm />}>
      {files === undefined && error !== null ? (
        <QueryFailed what="backups" query={query} />
      ) : files?.length === 0 ? (
        <EmptyState
          icon={<Archive />}
          title="No backups yet"
          text="Backups appear here after a test restore. Run one under Schedules."
        />
      ) : (
        <Table label="Backups" columns={COLUMNS} loading={{ what: "the backups", rows: USUAL }}>
          {files?.map(({ name, at, bytes, verified }) => (
            <TableRow key={name}>
              <TableCell column={FILE} bare>
                <code className="font-mono wrap-anywhere">{name}</code>
              </TableCell>
              <TableCell column={MADE}>
                <Moment time={at} />
              </TableCell>
              <TableCell column={SIZE}>{formatBytes(bytes)}</TableCell>
              <TableCell column={CHECK}>
                <Status tone={verified ? "success" : "neutral"}>{verified ? "Verified" : "Not verified"}</Status>
              </TableCell>
            </TableRow>
          ))}
        </Table>
      )}
      <p className="border-t border-line px-5 py-3 text-sm text-pretty text-muted max-md:px-4">
        Copy backups to another machine and store the key separately. To restore one, stop the server and run npm run
        restore -- --replace FILE.
      </p>
    </Card>
  );
}

/** The backup schedule, with a link to its settings. */
function Rhythm() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <>
      {settings !== undefined &&
        (settings.backupOn
          ? `Nightly at ${clockHour(settings.backupHour)}. Keeps the newest ${formatCount(settings.backupKept)}. `
          : "Nightly backups are off. ")}
      Change this in{" "}
      <Link to={paths.configuration("backup")} className="text-link underline underline-offset-2">
        Configuration
      </Link>
      .
    </>
  );
}
