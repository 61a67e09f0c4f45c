import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "#web/api/session.ts";

const PREFIX = "winnow.draft.";
/** For browsers that block storage: these drafts end with the page. */
const memory = new Map<string, unknown>();

/** A draft's key for the current account, so that nobody sees another person's input. */
export function useDraftKey(name: string): string {
  const { data: session } = useQuery(sessionQuery);
  // A form stays open behind the sign-in form, when there is no account.
  const [account] = useState(session?.user?.id ?? "");
  return `${account}.${name}`;
}

/** Unsaved input in this tab; null if there is none or it doesn't fit. Signing out clears it. */
export function readDraft<Draft>(key: string, fits: (stored: unknown) => stored is Draft): Draft | null {
  try {
    const stored = memory.get(key) ?? (JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") as unknown);
    return fits(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores or, with null, removes a draft, which never holds secrets. */
export function storeDraft(key: string, draft: unknown): void {
  memory.delete(key);
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    if (draft !== null) memory.set(key, draft);
  }
}

/** Moves a draft to another key, unless there is one. */
export function moveDraft(from: string, to: string): void {
  const isAny = (stored: unknown): stored is object | string => stored !== null;
  const draft = readDraft(from, isAny);
  if (draft === null || readDraft(to, isAny) !== null) return;
  storeDraft(to, draft);
  storeDraft(from, null);
}

/** Like useState, for input that survives leaving, a reload and the end of the session. `blank` isn't stored. */
export function useDraft<Value>(
  name: string,
  fits: (stored: unknown) => stored is Value,
  blank: Value,
): [Value, (next: Value) => void] {
  const key = useDraftKey(name);
  const [value, setValue] = useState(() => readDraft(key, fits) ?? blank);
  return [
    value,
    (next) => {
      storeDraft(key, JSON.stringify(next) === JSON.stringify(blank) ? null : next);
      setValue(next);
    },
  ];
}

export function isText(stored: unknown): stored is string {
  return typeof stored === "string";
}
