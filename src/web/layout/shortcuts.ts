import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { observable } from "#web/observable.ts";

export interface Shortcut {
  /** A KeyboardEvent.key ("j", "Enter", "?"), with Ctrl or Command: "mod+z", or an arrow with Shift: "Shift+ArrowLeft". */
  keys: string;
  /** Description in the shortcut list. */
  description: string;
}

/** Where a shortcut works: on the page only, also in a sheet with nothing above it, or in dialogs too. */
type Reach = "page" | "sheet" | "dialogs";

interface Binding extends Shortcut {
  reach: Reach;
  worksInFields: boolean;
  run: () => void;
}

/** WCAG 2.2 (2.1.4) requires a way to turn off single keys, since some assistive devices send letters. */
const STORAGE_KEY = "winnow-single-key-shortcuts";

const DIALOG = '[role="dialog"]:not([data-companion], [data-panel]), [role="alertdialog"], [role="menu"]';

/** Shortcuts that work in each place. */
const REACHED: Record<Reach, readonly Reach[]> = {
  page: ["page", "sheet", "dialogs"],
  sheet: ["sheet", "dialogs"],
  dialogs: ["dialogs"],
};

/** Navigation keys may repeat. */
const REPEATING: readonly string[] = ["j", "k"];

const bindings = observable<readonly Binding[]>([]);
const singleKeys = observable(localStorageItem() !== "off");

interface ShortcutOptions {
  enabled?: boolean;
  reach?: Reach;
  worksInFields?: boolean;
}

/**
 * Binds a key while mounted. Ignored while typing in a field, for Enter on a button or link, and in dialogs or menus
 * outside the shortcut's reach; a companion counts as a dialog only while focused, a panel is part of the page. The last
 * binding of a key wins.
 */
export function useShortcut(
  keys: string,
  description: string,
  handler: () => void,
  { enabled = true, reach = "page", worksInFields = false }: ShortcutOptions = {},
): void {
  const run = useEffectEvent(handler);
  // With what it belongs to, so that no key typed at a visible screen is missed.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const binding: Binding = { keys, description, reach, worksInFields, run: () => run() };
    bindings.set([...bindings.get(), binding]);
    return () => bindings.set(bindings.get().filter((one) => one !== binding));
  }, [keys, description, enabled, reach, worksInFields]);
}

/** Current shortcuts, each key once. */
export function useShortcuts(): readonly Shortcut[] {
  const bound = useSyncExternalStore(bindings.subscribe, bindings.get);
  return [...new Map(bound.map((binding) => [binding.keys, binding])).values()];
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
}

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on);
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** How long someone may pause while typing, in milliseconds. */
const TYPING_PAUSE = 2_000;

let typedLast: { field: Element; at: number } | null = null;

addEventListener("pointerdown", () => (typedLast = null));

/** Whether a key belongs to a text whose field has vanished, as with a lead that someone else deletes or merges. */
function isTypedOn({ key, target, timeStamp: at, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (isField(target)) {
    const isNewLine = key === "Enter" && target.matches("textarea") && !ctrlKey && !metaKey;
    typedLast = ["Enter", "Escape", "Tab"].includes(key) && !isNewLine ? null : { field: target, at };
    return false;
  }
  if (typedLast === null || typedLast.field.isConnected || at - typedLast.at > TYPING_PAUSE) return false;
  typedLast.at = at;
  return true;
}

addEventListener("keydown", (event) => {
  if (isTypedOn(event) && !event.ctrlKey && !event.metaKey) return;
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  // Shortcuts are off behind the sign-in form.
  if (document.querySelector("[data-cover]") !== null) return;
  const hasMod = event.ctrlKey || event.metaKey;
  if (!hasMod && !singleKeys.get()) return;
  const keys = hasMod
    ? `mod+${event.key.toLowerCase()}`
    : event.shiftKey && event.key.startsWith("Arrow")
      ? `Shift+${event.key}`
      : event.key;
  // Holding a key down must not decide on several items.
  if (event.repeat && !REPEATING.includes(keys)) return;
  const within = whereIs(event.target);
  const isBusy = isBusyWith(event.target, event.key);
  const binding = bindings
    .get()
    .findLast((one) => one.keys === keys && REACHED[within].includes(one.reach) && (one.worksInFields || !isBusy));
  if (binding === undefined) return;
  event.preventDefault();
  binding.run();
});

/** Determined by what lies over the page: only a sheet, or any other dialog. */
function whereIs(target: EventTarget | null): Reach {
  if (target instanceof HTMLElement && target.closest("[data-companion]") !== null) return "dialogs";
  const [lowest, ...others] = document.querySelectorAll(DIALOG);
  if (lowest === undefined) return "page";
  return others.length === 0 && lowest.matches("[data-sheet]") ? "sheet" : "dialogs";
}

/** Whether the focused element handles the key itself. */
function isBusyWith(target: EventTarget | null, key: string): boolean {
  if (isField(target)) return true;
  return key === "Enter" && target instanceof Element && target.closest("a, button, summary") !== null;
}

function isField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input:not([type=checkbox], [type=radio]), textarea, select") || target.isContentEditable;
}

function localStorageItem(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
