/** Why something that somebody erased would have come in by was left out. */
export const ERASED_REASON = "Erased at the person's request";
