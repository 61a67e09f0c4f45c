import { saveAs } from "#web/actions/save-as.ts";
import { useAction } from "#web/actions/use-action.ts";
import { exportFileName } from "#web/actions/use-export-leads.ts";
import { exportRules } from "#web/api/rules.ts";

/** Downloads all rules as a file. */
export function useExportRules(): () => Promise<boolean> {
  const { run } = useAction(exportRules);
  return () =>
    run(undefined, {
      done: "Rules exported successfully",
      failed: "Failed to export rules",
      onDone: (file) => {
        const text = `${JSON.stringify(file, null, 2)}\n`;
        saveAs(new Blob([text], { type: "application/json" }), exportFileName("winnow-rules", new Date(), "json"));
      },
    });
}
