const ID = /^[A-Za-z0-9_-]{10,}$/u;
const ADDRESS =
  /^(?:https?:\/\/)?docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]{10,})(?:[/?#]|$)/u;

/**
 * The Google spreadsheet id in pasted text: the id itself or the URL of the open sheet
 * (https://docs.google.com/spreadsheets/d/ID/edit#gid=0). Null for anything else, including a published page's /d/e/
 * URL, which doesn't contain the id.
 */
export function spreadsheetIdFrom(text: string): string | null {
  const pasted = text.trim();
  if (ID.test(pasted)) return pasted;
  return ADDRESS.exec(pasted)?.[1] ?? null;
}
