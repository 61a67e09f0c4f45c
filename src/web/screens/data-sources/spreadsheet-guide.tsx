import type { ReactNode } from "react";
import { EXAMPLE_SHEET } from "#shared/help/guide.ts";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ExampleSheet } from "#web/ui/leads/example-sheet.tsx";

export function SpreadsheetGuide() {
  return (
    <Card title="Spreadsheet setup guide" description="Three steps, about five minutes.">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Prepare the sheet">
          <p>
            Put column headers in row 1 and one lead in each row below. Columns can be in any order, and keywords also
            match extra columns. Each lead needs an email or phone number.
          </p>
          <div className="flex flex-col gap-1">
            <ExampleSheet {...EXAMPLE_SHEET} />
            <div className="flex items-center gap-1 text-sm text-muted">
              {/* Spreadsheets split pasted text at tabs, here into five cells. */}
              <CopyButton text={EXAMPLE_SHEET.headers.join("\t")} what="header row" />
              <span>Copy the header row, then paste it into cell A1</span>
            </div>
          </div>
        </Step>
        <Step number={2} title="Give Winnow access">
          <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
            <Way title="Service account (private sheets)">
              <li>
                In the Google Cloud console, open or create a project and enable the <b>Google Sheets API</b>.
              </li>
              <li>
                Under <b>IAM &amp; Admin, Service Accounts</b>, create a service account. It doesn't need a role.
              </li>
              <li>
                Open it, choose <b>Keys, Add key, Create new key, JSON</b>, to download the key file.
              </li>
              <li>
                In the sheet, click <b>Share</b> and add the account's email as a viewer. It appears here after you
                paste the key file.
              </li>
            </Way>
            <Way title="API key (sheets shared by link)">
              <li>
                In the Google Cloud console, open or create a project and enable the <b>Google Sheets API</b>.
              </li>
              <li>
                Under <b>APIs &amp; Services, Credentials</b>, create an API key and restrict it to the Google Sheets
                API.
              </li>
              <li>
                In the sheet, click <b>Share</b> and let <b>anyone with the link</b> view it. Only do this with public
                data.
              </li>
            </Way>
          </div>
        </Step>
        <Step number={3} title="Add the data source">
          <p>
            Add a data source, paste the sheet's URL and your key, and click Test Connection. It lists the headers it
            finds or tells you what to fix. Then sync.
          </p>
        </Step>
      </ol>
    </Card>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 max-md:gap-3">
      <span
        aria-hidden
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-link tabular-nums"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 [&_b]:font-semibold">
        <h3 className="pt-0.5 font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h4 className="font-semibold">{title}</h4>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-pretty text-muted marker:tabular-nums [&_b]:text-ink">
        {children}
      </ol>
    </section>
  );
}
