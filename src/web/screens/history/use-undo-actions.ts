import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { undoneWords } from "#web/actions/undone-words.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { undoAct } from "#web/api/journal.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Undoes actions; keeps the reason of a failed undo until it is tried again. */
export function useUndoActions(): {
  undo: (actId: string) => Promise<void>;
  underWay: ReadonlySet<string>;
  refusals: ReadonlyMap<string, string>;
} {
  const { mutateAsync } = useMutation(undoAct);
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const setRefusal = (actId: string, refusal: string | null): void =>
    setRefusals((before) => {
      const after = new Map(before);
      after.delete(actId);
      return refusal === null ? after : after.set(actId, refusal);
    });
  return {
    async undo(actId) {
      if (underWay.has(actId)) return;
      setRefusal(actId, null);
      setUnderWay((before) => new Set(before).add(actId));
      try {
        toast(undoneWords(await mutateAsync(actId)));
      } catch (error) {
        setRefusal(actId, detailOf(error));
      } finally {
        setUnderWay((before) => new Set([...before].filter((id) => id !== actId)));
      }
    },
    underWay,
    refusals,
  };
}
