import type { ComponentType } from "react";
import { Link } from "react-router";
import type { DataSource, DataSourceTestResult, SyncRun } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import type { DataSourceKind } from "#shared/source-kinds.ts";
import { paths } from "#web/paths.ts";
import { ApiFields } from "#web/screens/data-sources/api-fields.tsx";
import { SheetFields } from "#web/screens/data-sources/sheet-fields.tsx";
import { useFormContext } from "react-hook-form";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { FormSecret } from "#web/forms/form-secret.tsx";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

type Config = DataSource["config"];

/** How this screen shows a kind of data source. What its form sends is in `source-fields.ts`. */
interface Connection {
  /** Form fields specific to this kind. */
  Fields: ComponentType<{ source: DataSource | null; tested: DataSourceTestResult | null }>;
  /** Label in the list. */
  term: string;
  Place: ComponentType<{ config: Config }>;
  /** Shown after a run that read something. */
  AfterRun?: ComponentType<{ run: SyncRun }>;
}

export const CONNECTIONS: Readonly<Record<DataSourceKind, Connection>> = {
  google_sheets: { Fields: SheetFields, term: "Spreadsheet", Place: SpreadsheetId },
  json_api: { Fields: ApiFields, term: "API", Place: ApiHost },
  email: { Fields: MailFields, term: "Mailbox", Place: ({ config }) => config.email || "N/A", AfterRun: EmailsLink },
};

/** The first characters are enough to tell sheets apart. */
function SpreadsheetId({ config: { spreadsheetId: id } }: { config: Config }) {
  if (!id) return <span className="text-muted">N/A</span>;
  const shown = LIMITS.show.spreadsheetIdCharacters;
  return (
    <span title={id} className="font-mono">
      {id.slice(0, shown)}
      {id.length > shown && "..."}
    </span>
  );
}

function ApiHost({ config: { url = "" } }: { config: Config }) {
  return (
    <span title={url} className="wrap-anywhere">
      {URL.parse(url)?.host || "N/A"}
    </span>
  );
}

function EmailsLink({ run }: { run: SyncRun }) {
  return (
    <p className="text-sm">
      {run.toReview === undefined ? (
        <Link to={paths.gmail("emails")} className="text-link underline underline-offset-2">
          View all emails
        </Link>
      ) : (
        <Link to={paths.gmail("emails", "review")} className="text-link underline underline-offset-2">
          Review emails
        </Link>
      )}
    </p>
  );
}

/** Form fields of a mailbox. */
function MailFields({ source }: { source: DataSource | null }) {
  const field = fieldsOf(useFormContext<SourceValues>());
  return (
    <>
      <TextField
        label="Mailbox address"
        required
        {...field("email")}
        inputMode="email"
        placeholder="inquiries@example.com"
        literal
      />
      <FormSecret<SourceValues>
        name="appPassword"
        label="Password or app password"
        required
        isSaved={source?.config.hasAppPassword ?? false}
      />
      <TextField
        label="Server"
        hint="Leave empty to use the server from Gmail Integration."
        {...field("server")}
        placeholder="imaps://imap.example.com:993"
        literal
      />
      <TextField label="Folders" hint="Separated by commas." {...field("labels")} literal />
    </>
  );
}
