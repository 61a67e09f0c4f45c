import { Download } from "lucide-react";
import { exportFileName, useExportLeads } from "#web/acts/use-export-leads.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const WORDS = { success: "Data export completed successfully", failure: "Failed to export data" };

/** A full backup: every lead in every status. */
export function DataExport() {
  const backup = useExportLeads(WORDS);
  const download = (): void =>
    void backup.run({ filter: { status: "all" }, fileName: exportFileName("leads-backup", new Date()) });
  return (
    <Card title="Data Export" description="All leads as one CSV file, which Import reads again.">
      <div className="flex flex-col items-start gap-2">
        <Button icon={<Download aria-hidden />} busy={backup.running} busyLabel="Exporting..." onClick={download}>
          Export All Data
        </Button>
        <p className="text-sm text-muted">Rules, sources and settings are not in it.</p>
      </div>
    </Card>
  );
}
