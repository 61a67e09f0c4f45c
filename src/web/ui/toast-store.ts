import { LIMITS } from "#shared/limits.ts";

export interface ToastContent {
  title: string;
  description?: string;
  /** A smaller line below, such as the server's reason. */
  detail?: string;
  variant?: "plain" | "destructive";
  action?: { label: string; onSelect: () => void };
}

export interface ShownToast extends ToastContent {
  id: number;
}

let shown: ShownToast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let startedAt = 0;
let remaining = 0;
const listeners = new Set<() => void>();

/** Shows a notice for 5000 ms in place of the former one: only one is there at a time. Callable from anywhere. */
export function toast(content: ToastContent): void {
  lastId += 1;
  stopClock();
  publish({ ...content, id: lastId });
  remaining = LIMITS.toastMilliseconds;
  resumeToast();
}

toast.success = (description: string, action?: ToastContent["action"]): void => {
  toast({ title: "Success", description, ...(action === undefined ? {} : { action }) });
};

/** `description` is the specified sentence, `detail` the reason that the server gave. */
toast.error = (description: string, detail?: string): void => {
  toast({ title: "Error", description, variant: "destructive", ...(detail === undefined ? {} : { detail }) });
};

export function dismissToast(): void {
  stopClock();
  publish(null);
}

/** Stops the clock while someone reads or is about to press. */
export function pauseToast(): void {
  if (timer === undefined) return;
  stopClock();
  remaining -= Date.now() - startedAt;
}

export function resumeToast(): void {
  if (shown === null || timer !== undefined) return;
  startedAt = Date.now();
  timer = setTimeout(dismissToast, Math.max(0, remaining));
}

/** Does what the shown notice offers and closes it; false when it offers nothing. */
export function runToastAction(): boolean {
  const action = shown?.action;
  if (action === undefined) return false;
  dismissToast();
  action.onSelect();
  return true;
}

export function shownToast(): ShownToast | null {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stopClock(): void {
  clearTimeout(timer);
  timer = undefined;
}

function publish(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
