import type { Origin } from "#shared/contract/lead.ts";
import { sourceName } from "#web/format/lead-source.ts";

const METHODS: Record<Origin["method"], string> = {
  typed: "Typed in",
  edited: "Edited by hand",
  column: "A column",
  answer: "Answer in a form",
  markup: "The page's markup",
  selector: "A selector",
  text: "Text",
  header: "The message's header",
  signature: "The signature",
  derived: "Made of other fields",
};

/** "Column Phone, row 7 of Trade fair": how a value was read, and where. */
export function originWords({
  source,
  sourceName: name,
  locator,
  method,
  column = null,
}: Origin & { column?: string | null }): string {
  // By mail people answer a question, or a form that is sent on.
  const read = method === "answer" && source === "email" ? "An answer" : (METHODS[method] ?? method);
  if (method === "edited") return read;
  const from = name || sourceName(source);
  const place = locator === "" || locator === from ? from : placeIn(locator, from);
  return `${method === "column" && column !== null ? `Column ${column}` : read}, ${place}`;
}

/** A file's place names the file. */
function placeIn(locator: string, from: string): string {
  return locator.startsWith(from) ? locator : `${locator} of ${from}`;
}
