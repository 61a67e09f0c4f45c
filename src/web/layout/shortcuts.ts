import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

export interface Shortcut {
  /** A key as KeyboardEvent.key names it ("j", "Enter", "?"), or with Ctrl or Command before it ("mod+z"). */
  keys: string;
  /** What it does, as the list of keys says it. */
  description: string;
}

/** Where a shortcut works: on the page alone, also in a sheet while nothing lies over that, or in any dialog too. */
type Reach = "page" | "sheet" | "dialogs";

interface Binding extends Shortcut {
  reach: Reach;
  worksInFields: boolean;
  run: () => void;
}

/** Single keys can be switched off, as WCAG 2.2 (2.1.4) asks: some people's aids send letters. */
const STORAGE_KEY = "winnow-single-key-shortcuts";

const DIALOG = '[role="dialog"]:not([data-companion]), [role="alertdialog"], [role="menu"]';

/** Which shortcuts work in what a key is pressed in. */
const REACHED: Record<Reach, readonly Reach[]> = {
  page: ["page", "sheet", "dialogs"],
  sheet: ["sheet", "dialogs"],
  dialogs: ["dialogs"],
};

let bindings: readonly Binding[] = [];
let singleKeys = localStorageItem() !== "off";
const listeners = new Set<() => void>();

interface ShortcutOptions {
  enabled?: boolean;
  reach?: Reach;
  worksInFields?: boolean;
}

/**
 * Binds a key while the component is there. Keys typed into a field do nothing, neither does Enter on a button or link,
 * nor any key inside a dialog or menu that the shortcut does not reach; a companion is a dialog only for what has the
 * focus in it. Of two bindings of a key the later wins.
 */
export function useShortcut(
  keys: string,
  description: string,
  handler: () => void,
  { enabled = true, reach = "page", worksInFields = false }: ShortcutOptions = {},
): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return undefined;
    const binding: Binding = { keys, description, reach, worksInFields, run: () => run() };
    publish([...bindings, binding]);
    return () => publish(bindings.filter((one) => one !== binding));
  }, [keys, description, enabled, reach, worksInFields]);
}

/** What is bound at the moment, each key once. */
export function useShortcuts(): readonly Shortcut[] {
  const bound = useSyncExternalStore(subscribe, () => bindings);
  return [...new Map(bound.map((binding) => [binding.keys, binding])).values()];
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, () => singleKeys);
}

export function setSingleKeys(on: boolean): void {
  singleKeys = on;
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  publish([...bindings]);
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  // Behind the sign-in nothing can be done.
  if (document.querySelector("[data-cover]") !== null) return;
  const hasMod = event.ctrlKey || event.metaKey;
  if (!hasMod && !singleKeys) return;
  const keys = hasMod ? `mod+${event.key.toLowerCase()}` : event.key;
  const within = whereIs(event.target);
  const isBusy = isBusyWith(event.target, event.key);
  const binding = bindings.findLast(
    (one) => one.keys === keys && REACHED[within].includes(one.reach) && (one.worksInFields || !isBusy),
  );
  if (binding === undefined) return;
  event.preventDefault();
  binding.run();
});

/** What a key is pressed in, told by what lies over the page: a sheet alone, or anything else that is a dialog. */
function whereIs(target: EventTarget | null): Reach {
  if (target instanceof HTMLElement && target.closest("[data-companion]") !== null) return "dialogs";
  const [lowest, ...others] = document.querySelectorAll(DIALOG);
  if (lowest === undefined) return "page";
  return others.length === 0 && lowest.matches("[data-sheet]") ? "sheet" : "dialogs";
}

/** Whether the key means something to the element that has the focus. */
function isBusyWith(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isTyping =
    target.matches("input:not([type=checkbox], [type=radio]), textarea, select") || target.isContentEditable;
  return isTyping || (key === "Enter" && target.closest("a, button, summary") !== null);
}

function publish(next: readonly Binding[]): void {
  bindings = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function localStorageItem(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
