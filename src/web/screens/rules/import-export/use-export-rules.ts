import { useMutation } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
import { saveAs } from "#web/actions/save-as.ts";
import { exportFileName } from "#web/actions/use-export-leads.ts";
import { exportRules } from "#web/api/rules.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Downloads all rules as a file. */
export function useExportRules(): () => Promise<void> {
  const { mutateAsync } = useMutation(exportRules);
  return async () => {
    await attempt("Failed to export rules", async () => {
      const file = await mutateAsync();
      const text = `${JSON.stringify(file, null, 2)}\n`;
      saveAs(new Blob([text], { type: "application/json" }), exportFileName("winnow-rules", new Date(), "json"));
      toast.success("Rules exported successfully");
    });
  };
}
