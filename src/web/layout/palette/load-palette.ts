export const PALETTE_KEYS = "mod+k";

export const loadPalette = () => import("#web/layout/palette/palette-dialog.tsx");
