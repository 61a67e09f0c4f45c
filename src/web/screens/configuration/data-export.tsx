import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportFileName, useExportLeads } from "#web/actions/use-export-leads.ts";
import { statsQuery } from "#web/api/dashboard.ts";
import { formatCounted } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const WORDS = { success: "Data export completed successfully", failure: "Failed to export data" };

/** Exports every lead in every status. */
export function DataExport() {
  const backup = useExportLeads(WORDS);
  const { data: stats } = useQuery(statsQuery);
  const download = (): void =>
    void backup.run({ filter: { status: "all" }, fileName: exportFileName("leads-backup", new Date()) });
  return (
    <Card
      title="Data export"
      description={`Download ${stats === undefined ? "all leads" : `all ${formatCounted(stats.totalLeads, "lead")}`} as a CSV file.`}
    >
      <div className="flex flex-col items-start gap-2">
        <Button icon={<Download aria-hidden />} busy={backup.running} busyLabel="Exporting..." onClick={download}>
          Export all data
        </Button>
        <p className="text-sm text-muted">Rules, sources and settings aren't included.</p>
      </div>
    </Card>
  );
}
