const ID = /^[A-Za-z0-9_-]{10,}$/u;
const ADDRESS =
  /^(?:https?:\/\/)?docs\.google\.com\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]{10,})(?:[/?#]|$)/u;

/**
 * The id of a Google spreadsheet from what a person pasted: the id itself or the address of the open sheet
 * (https://docs.google.com/spreadsheets/d/ID/edit#gid=0). Null for anything else, a published page's /d/e/ address
 * included, because that one does not name the spreadsheet.
 */
export function spreadsheetIdFrom(text: string): string | null {
  const pasted = text.trim();
  if (ID.test(pasted)) return pasted;
  return ADDRESS.exec(pasted)?.[1] ?? null;
}
