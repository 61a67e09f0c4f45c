import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { attempt } from "#web/actions/attempt.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { updateSettings } from "#web/api/settings.ts";
import type { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { setTheme } from "#web/layout/theme.ts";
import {
  type Configuration,
  configurationValues,
  type ConfigurationValues,
  DEFAULT_CONFIGURATION,
  SERVER_FIELDS,
} from "#web/screens/configuration/configuration-fields.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface SaveConfiguration {
  save: (configuration: Configuration) => Promise<void>;
  /** Resets every setting on the screen to its default. */
  reset: () => Promise<void>;
  isResetting: boolean;
}

export function useSaveConfiguration(
  form: UseFormReturn<ConfigurationValues, unknown, Configuration>,
  { version, refused }: Pick<ReturnType<typeof useConcurrentChange>, "version" | "refused">,
): SaveConfiguration {
  const { mutateAsync } = useMutation(updateSettings);
  const resetting = useMutation(updateSettings);
  const undoAction = useUndo();
  const showSaved = (title: string, description: string, actId: string | null): void => {
    toast({ title, description, action: undoAction(actId) });
  };
  return {
    async save(configuration) {
      try {
        const { data: saved, actId } = await mutateAsync({ body: { ...configuration, version } });
        form.reset(configurationValues(saved));
        showSaved("Settings Saved", "Configuration has been updated successfully", actId);
      } catch (error) {
        refused(error);
        showFieldErrors(form, error, SERVER_FIELDS);
        toast.error("Failed to save settings", detailOf(error));
      }
    },
    async reset() {
      await attempt("Failed to reset settings", async () => {
        const { data: saved, actId } = await resetting.mutateAsync({ body: DEFAULT_CONFIGURATION });
        form.reset(configurationValues(saved));
        setTheme("system");
        showSaved("Settings Reset", "All settings have been reset to default values", actId);
      });
    },
    isResetting: resetting.isPending,
  };
}
