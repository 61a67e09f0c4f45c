import type { ReactNode } from "react";
import { useMay } from "#web/api/use-may.ts";
import { Notice } from "#web/ui/notice.tsx";

const WHY = {
  manage: "Only an owner can change this. You see how it is set.",
  work: "You can look at this, but not change it. Ask an owner for the role of a member if you need to.",
} as const;

interface LockedFormProps {
  /** What changing it needs. */
  permission: keyof typeof WHY;
  /** One form of several that are locked alike says it for all. */
  silent?: boolean;
  children: ReactNode;
}

/** A form that everybody may read; to those who may not change it, its controls are off and a sentence says why. */
export function LockedForm({ permission, silent = false, children }: LockedFormProps) {
  const may = useMay(permission);
  return (
    <>
      {!may && !silent && (
        <div className="mb-5">
          <Notice>{WHY[permission]}</Notice>
        </div>
      )}
      {/* The browser turns off whatever is inside. */}
      <fieldset disabled={!may} className="contents">
        {children}
      </fieldset>
    </>
  );
}
