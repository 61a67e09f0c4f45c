import type { Origin } from "#shared/contract/leads/lead.ts";
import { sourceName } from "#web/format/lead-source.ts";

const METHODS: Record<Origin["method"], string> = {
  typed: "Entered by hand",
  edited: "Edited by hand",
  column: "Column",
  field: "API field",
  answer: "Form answer",
  markup: "Page markup",
  selector: "Custom selector",
  text: "Text",
  header: "Message header",
  signature: "Signature",
  model: "Language model",
  derived: "Derived from other fields",
};

/** How and where a value was read: "Column Phone, row 7 of Trade fair", "Entered by ann". */
export function originWords({
  source,
  sourceName: name,
  locator,
  method,
  column = null,
}: Origin & { column?: string | null }): string {
  // By email people answer a question or forward a form.
  const read = method === "answer" && source === "email" ? "Answer" : (METHODS[method] ?? method);
  if (method === "edited") return read;
  if (method === "typed" && source === "manual") {
    return locator === "" ? read : `Entered by ${locator === "You" ? "you" : locator}`;
  }
  const from = name || sourceName(source);
  const place = locator === "" || locator === from ? from : placeIn(locator, from);
  return `${method === "column" && column !== null ? `Column ${column}` : read}, ${place}`;
}

/** A location in a file or form includes its name. */
function placeIn(locator: string, from: string): string {
  return locator.startsWith(from) || locator.endsWith(` of ${from}`) ? locator : `${locator} of ${from}`;
}
