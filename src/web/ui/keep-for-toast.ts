/** For `onInteractOutside`: pressing a toast, such as its Undo, does not close the dialog beneath. */
export function keepForToast(event: Event & { detail: { originalEvent: Event } }): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest("[data-toaster]") !== null) event.preventDefault();
}
