import type { ReactNode } from "react";
import { useMay } from "#web/api/use-may.ts";
import { Notice } from "#web/ui/notice.tsx";

const WHY = {
  manage: "Only an owner can change these settings.",
  work: "You have view-only access. Ask an owner for the Member role to make changes.",
} as const;

interface LockedFormProps {
  /** Permission to edit the form. */
  permission: keyof typeof WHY;
  children: ReactNode;
}

/** A form everyone can read. Without the permission, its controls are disabled and a sentence explains why. */
export function LockedForm({ permission, children }: LockedFormProps) {
  const may = useMay(permission);
  return (
    <>
      {!may && (
        <div className="mb-5">
          <Notice>{WHY[permission]}</Notice>
        </div>
      )}
      {/* A disabled fieldset disables all its controls. */}
      <fieldset disabled={!may} className="contents">
        {children}
      </fieldset>
    </>
  );
}
