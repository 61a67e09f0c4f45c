export const PALETTE_KEYS = "mod+k";

/** The palette's code, loaded when it is first wanted. */
export const loadPalette = () => import("#web/layout/palette/palette-dialog.tsx");
