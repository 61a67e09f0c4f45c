/** Limits of assignment rules; not in `LIMITS`, because the first screen would load them. */
export const ASSIGNMENT_LIMITS = { rules: 100, nameLength: 80, people: 100, weight: 100, capacity: 10_000, texts: 10 };
