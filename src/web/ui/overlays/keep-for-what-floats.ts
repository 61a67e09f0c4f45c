/**
 * For `onInteractOutside`: keeps a dialog open when the user presses a toast, such as its Undo, or uses a companion
 * (anything with `data-floating`). Radix calls it after the click, which may have removed the toast; nothing else
 * outside a dialog disappears that way.
 */
export function keepForWhatFloats(event: Event & { detail: { originalEvent: Event } }): void {
  const { target } = event.detail.originalEvent;
  if (!(target instanceof Element)) return;
  if (!target.isConnected || target.closest("[data-toaster], [data-floating]") !== null) event.preventDefault();
}
