import type { UseMutationOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

interface RemoveDialogProps<Item extends { id: string }, Result extends { actId: string | null }, Shown> {
  /** Null while closed. */
  item: Item | null;
  mutation: UseMutationOptions<Result, Error, { params: { id: string } }, Shown>;
  words: (item: Item) => {
    title: string;
    description: ReactNode;
    confirmLabel: string;
    done: string;
    failed: string;
  };
  onConfirm?: () => void;
  onRemoved?: () => void;
  onClose: () => void;
}

/** Asks before removing an item, and reports how that ends. */
export function RemoveDialog<Item extends { id: string }, Result extends { actId: string | null }, Shown>({
  item,
  mutation,
  words,
  onConfirm,
  onRemoved,
  onClose,
}: RemoveDialogProps<Item, Result, Shown>) {
  const removing = useAction(mutation);
  const shown = useLastShown(item);
  if (shown === null) return null;
  const { done, failed, ...question } = words(shown);
  const remove = (): void => {
    if (item === null) return;
    onConfirm?.();
    void removing.run({ params: { id: item.id } }, { done, failed, onDone: onRemoved });
  };
  return <ConfirmDialog open={item !== null} onOpenChange={onClose} {...question} onConfirm={remove} />;
}
