import { createContext, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useState } from "react";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";

const Report = createContext<(part: string, isUnsaved: boolean) => void>(() => undefined);
const NONE: ReadonlySet<string> = new Set();

/** Asks once for all parts of the sheet, since the router supports only one blocker at a time. */
export function UnsavedParts({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState(NONE);
  const report = useCallback((part: string, isUnsaved: boolean): void => {
    setUnsaved((before) => {
      if (before.has(part) === isUnsaved) return before;
      const others = [...before].filter((one) => one !== part);
      return new Set(isUnsaved ? [...others, part] : others);
    });
  }, []);
  const { question } = useUnsavedChanges(unsaved.size > 0);
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
