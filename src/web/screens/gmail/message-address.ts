/** The part of the address that shows a message, by its id. */
export const MESSAGE_PARAMETER = "message";

/** The list of messages with one of them open. */
export function messageQuery(id: string): string {
  return `?tab=emails&${MESSAGE_PARAMETER}=${encodeURIComponent(id)}`;
}
