import { useIsMutating, useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { sendReport } from "#web/api/email-settings.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Mails the report of qualified leads. `isTest` words the notices as the Email Settings screen does. */
export function useSendReport({ isTest = false }: { isTest?: boolean } = {}): {
  run: () => Promise<void>;
  running: boolean;
} {
  const { mutateAsync } = useMutation(sendReport);
  const isSending = useIsMutating({ mutationKey: sendReport.mutationKey }) > 0;
  const run = async (): Promise<void> => {
    try {
      const { leadCount } = await mutateAsync();
      toast.success(
        isTest
          ? `Test report sent successfully with ${leadCount} leads`
          : `Email report sent with ${leadCount} qualified leads`,
      );
    } catch (error) {
      toast.error(isTest ? "Failed to send test report" : "Failed to send email report", detailOf(error));
    }
  };
  return { run, running: isSending };
}
