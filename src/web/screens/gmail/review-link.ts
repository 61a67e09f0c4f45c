/** Id of a message's link in the review list, which receives the focus. */
export function reviewLinkId(emailId: string): string {
  return `review-${emailId}`;
}
