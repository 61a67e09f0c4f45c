import { FileSpreadsheet, FileUp, Globe, Mail, MessageSquareText } from "lucide-react";
import { Link } from "react-router";
import { useMay } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";

const CHOICES = [
  { label: "Sheet", text: "Google Sheets", to: paths.newDataSource(), Icon: FileSpreadsheet, needs: "manage" },
  { label: "File", text: "CSV or Excel", to: paths.leadImport(), Icon: FileUp, needs: "work" },
  { label: "Email", text: "Mailbox or pasted", to: paths.leadScraper("email"), Icon: Mail, needs: "work" },
  { label: "Form", text: "Your contact form", to: paths.leadScraper("forms"), Icon: MessageSquareText, needs: "work" },
  { label: "Website", text: "Pages with contacts", to: paths.leadScraper(), Icon: Globe, needs: "work" },
] as const;

/** Where leads can come from, as equals. */
export function SourceChoices() {
  const may = { manage: useMay("manage"), work: useMay("work") };
  return (
    <ul aria-label="Sources" className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-2 max-md:grid-cols-1">
      {CHOICES.filter(({ needs }) => may[needs]).map(({ label, text, to, Icon }) => (
        <li key={label}>
          <Link
            to={to}
            className="flex h-full min-h-11 items-center gap-3 rounded-md border border-field/55 px-3 py-2 hover:bg-hover"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-link" />
            <span className="flex min-w-0 flex-col">
              <span className="font-semibold">{label}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
