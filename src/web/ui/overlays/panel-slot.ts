/** Id of the element next to the main area where a panel is rendered. */
export const PANEL_SLOT = "panel";
