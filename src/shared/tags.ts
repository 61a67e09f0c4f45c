/** Tag colors, none of which is used for statuses, scores or errors. */
export const TAG_COLORS = ["indigo", "blue", "purple", "teal", "pink", "slate", "gray"] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** Whether a lead must have any, all or none of the tags. */
export const TAG_MATCHES = ["any", "all", "none"] as const;
export type TagMatch = (typeof TAG_MATCHES)[number];
