import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { useAction } from "#web/actions/use-action.ts";
import { correctEmail } from "#web/api/mailbox.ts";

const TITLES = { lead: "Marked as a lead", not_lead: "Marked as not a lead" } as const;

type Named = Pick<ProcessedEmail, "id" | "subject" | "from">;

/** Marks a message as lead or not a lead, or undoes that with null; shows a toast with Undo. */
export function useCorrectEmail() {
  const { run, isPending } = useAction(correctEmail);
  const correct = ({ id, subject, from }: Named, correction: EmailCorrection | null): Promise<boolean> =>
    run(
      { params: { id }, body: { correction } },
      {
        done:
          correction === null
            ? { title: "Correction undone", description: subject || from, action: undefined }
            : { title: TITLES[correction], description: subject || from },
        failed: "Failed to save the correction",
      },
    );
  return { correct, isPending };
}
