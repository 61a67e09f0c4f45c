/** The id of the link that opens a lead from the list: where the keyboard's focus stands in its row. */
export function leadLinkId(leadId: string): string {
  return `lead-link-${leadId}`;
}

/** The lead's link, if its row is on screen. */
export function leadLink(leadId: string | undefined): HTMLElement | null {
  return leadId === undefined ? null : document.getElementById(leadLinkId(leadId));
}
