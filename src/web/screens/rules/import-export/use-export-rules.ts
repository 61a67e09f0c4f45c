import { useMutation } from "@tanstack/react-query";
import { saveAs } from "#web/actions/save-as.ts";
import { exportFileName } from "#web/actions/use-export-leads.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { exportRules } from "#web/api/rules.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Downloads all rules as a file. */
export function useExportRules(): () => Promise<void> {
  const { mutateAsync } = useMutation(exportRules);
  return async () => {
    try {
      const file = await mutateAsync();
      const text = `${JSON.stringify(file, null, 2)}\n`;
      saveAs(new Blob([text], { type: "application/json" }), exportFileName("winnow-rules", new Date(), "json"));
      toast.success("Rules exported successfully");
    } catch (error) {
      toast.error("Failed to export rules", detailOf(error));
    }
  };
}
