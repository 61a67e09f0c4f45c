import { LIMITS } from "#shared/limits.ts";
import { observable } from "#web/observable.ts";

export interface ToastContent {
  title: string;
  description?: string;
  /** A smaller line below, such as the server's reason. */
  detail?: string | undefined;
  variant?: "plain" | "destructive";
  action?: { label: string; onSelect: () => void } | undefined;
}

export interface ShownToast extends ToastContent {
  id: number;
}

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remaining: number;
}

/** Oldest first. */
const shown = observable<readonly ShownToast[]>([]);
let lastId = 0;
let isPaused = false;
const clocks = new Map<number, Clock>();

/**
 * Shows a toast for 5000 ms, below the latest others; one with the same title and description is replaced. Callable
 * from anywhere.
 */
export function toast(content: ToastContent): void {
  lastId += 1;
  clocks.set(lastId, { timer: undefined, startedAt: 0, remaining: LIMITS.toastMilliseconds });
  for (const one of shown.get()) if (isSame(one, content)) stop(one.id);
  const next = [...shown.get().filter((one) => !isSame(one, content)), { ...content, id: lastId }];
  for (const { id } of next.slice(0, -LIMITS.show.toasts)) stop(id);
  shown.set(next.slice(-LIMITS.show.toasts));
  if (!isPaused) start(lastId);
}

toast.success = (description: string, action?: ToastContent["action"]): void => {
  toast({ title: "Success", description, action });
};

/** `description` is the specified text, `detail` the server's reason. */
toast.error = (description: string, detail?: string): void => {
  toast({ title: "Error", description, variant: "destructive", detail });
};

export function dismissToast(id: number): void {
  stop(id);
  shown.set(shown.get().filter((one) => one.id !== id));
  // The pointer can't leave a toast that is gone.
  resumeToasts();
}

/** Pauses all timeouts while the user reads or hovers. */
export function pauseToasts(): void {
  isPaused = true;
  for (const clock of clocks.values()) {
    if (clock.timer === undefined) continue;
    clearTimeout(clock.timer);
    clock.timer = undefined;
    clock.remaining -= Date.now() - clock.startedAt;
  }
}

export function resumeToasts(): void {
  isPaused = false;
  for (const id of clocks.keys()) start(id);
}

/** Runs a toast's action and closes it, by default Undo of the latest that offers it; false if there is none. */
export function runToastAction(id?: number): boolean {
  const found = shown.get().findLast((one) => (id === undefined ? one.action?.label === "Undo" : one.id === id));
  if (found === undefined) return false;
  dismissToast(found.id);
  found.action?.onSelect();
  return true;
}

export const shownToasts = shown.get;
export const subscribeToToasts = shown.subscribe;

function isSame(one: ToastContent, other: ToastContent): boolean {
  return one.title === other.title && one.description === other.description;
}

function start(id: number): void {
  const clock = clocks.get(id);
  if (clock === undefined || clock.timer !== undefined) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => dismissToast(id), Math.max(0, clock.remaining));
}

function stop(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}
