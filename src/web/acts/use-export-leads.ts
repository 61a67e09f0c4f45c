import { useMutation } from "@tanstack/react-query";
import { saveAs } from "#web/acts/save-as.ts";
import { detailOf } from "#web/api/api-error.ts";
import { type ExportedLeads, exportLeads } from "#web/api/leads.ts";
import { toast } from "#web/ui/toast-store.ts";

interface Export {
  filter: ExportedLeads;
  /** Such as `qualified-leads-2026-05-20.csv`, see exportFileName; left out, the server's own name for the file. */
  fileName?: string;
}

interface ExportWords {
  success: string;
  failure: string;
}

const EXPORT_WORDS: ExportWords = { success: "Leads exported successfully", failure: "Failed to export leads" };

/** Downloads the leads that a filter matches as CSV. */
export function useExportLeads(words = EXPORT_WORDS): { run: (wanted: Export) => Promise<void>; running: boolean } {
  const { mutateAsync, isPending } = useMutation({ mutationFn: exportLeads });
  const run = async ({ filter, fileName }: Export): Promise<void> => {
    try {
      const answer = await mutateAsync(filter);
      saveAs(answer.file, fileName ?? answer.fileName ?? exportFileName("leads", new Date()));
      toast.success(words.success);
    } catch (error) {
      toast.error(words.failure, detailOf(error));
    }
  };
  return { run, running: isPending };
}

/** `{name}-{YYYY-MM-DD}.csv`, the date being the reader's own. */
export function exportFileName(name: string, now: Date, ending = "csv"): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${name}-${day.map((part) => String(part).padStart(2, "0")).join("-")}.${ending}`;
}
