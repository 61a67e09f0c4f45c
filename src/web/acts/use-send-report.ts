import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { detailOf } from "#web/api/api-error.ts";
import { sendReport } from "#web/api/email-settings.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/toast-store.ts";

/**
 * Mails the report of qualified leads. `isTest` words the notices as the Email Settings screen does; elsewhere a failure
 * offers the way to that screen, where its cause is mended.
 */
export function useSendReport({ isTest = false }: { isTest?: boolean } = {}): {
  run: () => Promise<void>;
  running: boolean;
} {
  const { mutateAsync } = useMutation(sendReport);
  const navigate = useNavigate();
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
      const detail = detailOf(error);
      if (isTest) toast.error("Failed to send test report", detail);
      else {
        toast({
          title: "Error",
          description: "Failed to send email report",
          detail,
          variant: "destructive",
          action: { label: "Email Settings", onSelect: () => void navigate(paths.emailSettings()) },
        });
      }
    }
  };
  return { run, running: isSending };
}
