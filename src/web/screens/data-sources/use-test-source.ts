import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { DataSourceTest, DataSourceTestResult } from "#shared/contract/data-source.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { testDataSource } from "#web/api/data-sources.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Tests a connection, shows a toast, and keeps the outcome until cleared. */
export function useTestSource(): {
  /** `onRefused` receives the error, so that a form can show it at its fields. */
  run: (test: DataSourceTest, onRefused?: (error: unknown) => void) => Promise<DataSourceTestResult | null>;
  isTesting: boolean;
  outcome: DataSourceTestResult | null;
  /** The last result, kept while the form changes. */
  tested: DataSourceTestResult | null;
  clear: () => void;
} {
  const [tested, setTested] = useState<DataSourceTestResult | null>(null);
  const { mutateAsync, isPending, data, reset } = useMutation(testDataSource);
  const run = async (
    test: DataSourceTest,
    onRefused?: (error: unknown) => void,
  ): Promise<DataSourceTestResult | null> => {
    try {
      const result = await mutateAsync({ body: test });
      const { valid, message } = result;
      setTested(result);
      if (valid) toast({ title: "Success", description: "Connection test successful", detail: message });
      else toast.error("Connection test failed", message);
      return result;
    } catch (error) {
      toast.error("Failed to test connection", detailOf(error));
      onRefused?.(error);
      return null;
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null, tested, clear: reset };
}
