import { useAction } from "#web/actions/use-action.ts";
import { changeNextStep, type NextStepChange } from "#web/api/leads/next-step.ts";
import { dueText } from "#web/format/due.ts";

/** Changes the next step of leads and offers Undo. Resolves to whether it worked. */
export function useNextStep(): { run: (id: string, change: NextStepChange) => Promise<boolean>; running: boolean } {
  const { run, isPending } = useAction(changeNextStep);
  return {
    run: (id, change) =>
      run(
        { id, change },
        {
          done: ({ data: { nextStep } }) => ({
            title:
              nextStep === null
                ? `Next step ${change === "done" ? "done" : "removed"}`
                : `Next step due: ${dueText(nextStep, Date.now())}`,
          }),
          failed: "Failed to change the next step",
        },
      ),
    running: isPending,
  };
}
