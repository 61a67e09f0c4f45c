import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { toast, type ToastContent } from "#web/ui/overlays/toast-store.ts";

/** What the toast says, or all of it. */
type Words = string | ToastContent;

interface Ending<Result> {
  /** Without it there is no toast. */
  done?: Words | ((result: Result) => Words) | undefined;
  /** Null if only `onFailed` says why. */
  failed: string | null;
  onDone?: ((result: Result) => void) | undefined;
  onFailed?: (error: unknown) => void;
}

/**
 * A mutation that reports in a toast how it ends: done, with Undo if it can be undone, or why it failed. `run` resolves
 * to whether it worked.
 */
export function useAction<Result, Input, Shown>(mutation: UseMutationOptions<Result, Error, Input, Shown>) {
  const { mutateAsync, isPending, isSuccess, variables } = useMutation(mutation);
  const undoAction = useUndo();
  const run = async (input: Input, { done, failed, onDone, onFailed }: Ending<Result>): Promise<boolean> => {
    let result: Result;
    try {
      result = await mutateAsync(input);
    } catch (error) {
      onFailed?.(error);
      if (failed !== null) toast.error(failed, detailOf(error));
      return false;
    }
    const words = typeof done === "function" ? done(result) : done;
    const action = undoAction(actIdOf(result));
    if (typeof words === "string") toast.success(words, action);
    else if (words !== undefined) toast({ action, ...words });
    onDone?.(result);
    return true;
  };
  return { run, isPending, isSuccess, variables };
}

/** Null for what can't be undone. */
function actIdOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null || !("actId" in result)) return null;
  return typeof result.actId === "string" ? result.actId : null;
}
