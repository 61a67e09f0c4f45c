import { saveAs } from "#web/actions/save-as.ts";
import { useAction } from "#web/actions/use-action.ts";
import { type ExportedLeads, exportLeads } from "#web/api/leads/leads.ts";
import { formatTotal } from "#web/format/number.ts";

interface Export {
  filter: ExportedLeads;
  /** See exportFileName; by default the server's file name. */
  fileName?: string;
}

interface ExportWords {
  success: string;
  failure: string;
}

const EXPORT_WORDS: ExportWords = { success: "Leads exported successfully", failure: "Failed to export leads" };

/** Downloads the leads that match a filter as CSV. */
export function useExportLeads(words = EXPORT_WORDS): { run: (wanted: Export) => Promise<boolean>; running: boolean } {
  const exporting = useAction({ mutationFn: exportLeads });
  const run = ({ filter, fileName }: Export): Promise<boolean> =>
    exporting.run(filter, {
      done: words.success,
      failed: words.failure,
      onDone: (answer) => saveAs(answer.file, fileName ?? answer.fileName ?? exportFileName("leads", new Date())),
    });
  return { run, running: exporting.isPending };
}

/** What an export contains, and how many: "Export 484 qualified leads", "Export all 1,579 leads". */
export function exportLabel(
  total: { count: number; exact: boolean } | undefined,
  kind: string,
  all: "all" | "" = "",
): string {
  const count = total === undefined ? "" : formatTotal(total);
  return ["Export", all, count, kind, total?.count === 1 ? "lead" : "leads"].filter((word) => word !== "").join(" ");
}

/** `{name}-{YYYY-MM-DD}.csv` with the local date. */
export function exportFileName(name: string, now: Date, ending = "csv"): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${name}-${day.map((part) => String(part).padStart(2, "0")).join("-")}.${ending}`;
}
