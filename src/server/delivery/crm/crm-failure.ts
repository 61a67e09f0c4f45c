/**
 * Why a CRM didn't do what was asked. `refused`: it rejects this lead, and would again. `access`: someone has to fix the
 * credentials or permissions. `busy`: it asks to wait. `unavailable`: it may work later.
 */
export type CrmFailureKind = "refused" | "access" | "busy" | "unavailable";

export class CrmFailure extends Error {
  readonly kind: CrmFailureKind;
  /** The status of the answer; null without one. */
  readonly status: number | null;
  /** How long to wait at least, in milliseconds; null if it doesn't say. */
  readonly waitMilliseconds: number | null;

  /** `message` is one sentence for people, with the cause and the fix. */
  constructor(kind: CrmFailureKind, message: string, status: number | null, waitMilliseconds: number | null = null) {
    super(message);
    this.name = "CrmFailure";
    this.kind = kind;
    this.status = status;
    this.waitMilliseconds = waitMilliseconds;
  }
}
