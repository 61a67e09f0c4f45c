/**
 * For `onInteractOutside`: pressing a toast, such as its Undo, or working in a companion (whatever says `data-floating`) does not close the dialog
 * beneath. Radix asks after the click, when the press may have taken its own toast away already; nothing else outside of
 * a dialog does that.
 */
export function keepForWhatFloats(event: Event & { detail: { originalEvent: Event } }): void {
  const { target } = event.detail.originalEvent;
  if (!(target instanceof Element)) return;
  if (!target.isConnected || target.closest("[data-toaster], [data-floating]") !== null) event.preventDefault();
}
