/** Reason shown for input skipped because its author was erased. */
export const ERASED_REASON = "Erased at the person's request";
