import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { detailOf } from "#web/api/api-error.ts";
import { updateSettings } from "#web/api/settings.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { setTheme } from "#web/layout/theme.ts";
import {
  type Configuration,
  configurationValues,
  type ConfigurationValues,
  DEFAULT_CONFIGURATION,
  SERVER_FIELDS,
} from "#web/screens/configuration/configuration-fields.ts";
import { toast } from "#web/ui/toast-store.ts";

interface SaveConfiguration {
  save: (configuration: Configuration) => Promise<void>;
  /** Puts every setting of the screen to its default. */
  reset: () => Promise<void>;
  isResetting: boolean;
}

export function useSaveConfiguration(
  form: UseFormReturn<ConfigurationValues, unknown, Configuration>,
): SaveConfiguration {
  const { mutateAsync } = useMutation(updateSettings);
  const resetting = useMutation(updateSettings);
  return {
    async save(configuration) {
      try {
        const saved = await mutateAsync(configuration);
        form.reset(configurationValues(saved), { keepDirtyValues: false });
        toast({ title: "Settings Saved", description: "Configuration has been updated successfully" });
      } catch (error) {
        showFieldErrors(form, error, SERVER_FIELDS);
        toast.error("Failed to save settings", detailOf(error));
      }
    },
    async reset() {
      try {
        const saved = await resetting.mutateAsync(DEFAULT_CONFIGURATION);
        form.reset(configurationValues(saved), { keepDirtyValues: false });
        setTheme("system");
        toast({ title: "Settings Reset", description: "All settings have been reset to default values" });
      } catch (error) {
        toast.error("Failed to reset settings", detailOf(error));
      }
    },
    isResetting: resetting.isPending,
  };
}
