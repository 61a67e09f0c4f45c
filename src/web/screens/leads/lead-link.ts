/** Id of a row's lead link, which receives keyboard focus. */
export function leadLinkId(leadId: string): string {
  return `lead-link-${leadId}`;
}

/** The lead's link, if its row is rendered. */
export function leadLink(leadId: string | undefined): HTMLElement | null {
  return leadId === undefined ? null : document.getElementById(leadLinkId(leadId));
}
