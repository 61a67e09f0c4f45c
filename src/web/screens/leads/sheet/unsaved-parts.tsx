import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useState } from "react";
import type { Location } from "react-router";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";

const Report = createContext<(part: string, isUnsaved: boolean) => void>(() => undefined);
/** Filters of the list may change while a lead is open next to it. */
const isSameLead = (from: Location, to: Location): boolean => from.pathname === to.pathname;
const NONE: ReadonlySet<string> = new Set();

interface UnsavedPartsProps {
  onChange: (isUnsaved: boolean) => void;
  children: ReactNode;
}

/** Asks once for all parts of the open lead, since the router supports only one blocker at a time. */
export function UnsavedParts({ onChange, children }: UnsavedPartsProps) {
  const [unsaved, setUnsaved] = useState(NONE);
  const report = useCallback((part: string, isUnsaved: boolean): void => {
    setUnsaved((before) => {
      if (before.has(part) === isUnsaved) return before;
      const others = [...before].filter((one) => one !== part);
      return new Set(isUnsaved ? [...others, part] : others);
    });
  }, []);
  const isUnsaved = unsaved.size > 0;
  useLayoutEffect(() => {
    onChange(isUnsaved);
    return () => onChange(false);
  }, [onChange, isUnsaved]);
  const { question } = useUnsavedChanges(isUnsaved, { keepsOpen: isSameLead });
  return (
    <Report value={report}>
      {children}
      {question}
    </Report>
  );
}

/** Registers whether a part has unsaved input. */
export function useUnsavedPart(isUnsaved: boolean): void {
  const part = useId();
  const report = useContext(Report);
  // Must be current before the next click, which may be the one that leaves.
  useLayoutEffect(() => {
    report(part, isUnsaved);
    return () => report(part, false);
  }, [report, part, isUnsaved]);
}
