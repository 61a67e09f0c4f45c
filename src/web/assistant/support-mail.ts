import type { NewSupportRequest } from "#shared/contract/support-request.ts";

/** Some mail programs truncate or reject longer links. */
const BODY_LENGTH = 1_500;

/** Opens the user's mail program with the form's content (RFC 6068: body lines end with CR LF). */
export function supportMailLink(
  address: string,
  { name, message }: Pick<NewSupportRequest, "name" | "message">,
): string {
  const body = [message.trim().slice(0, BODY_LENGTH), name.trim()].filter((part) => part !== "").join("\n\n");
  const query = [
    `subject=${encode("Winnow support request")}`,
    ...(body === "" ? [] : [`body=${encode(body.replaceAll(/\r?\n/gu, "\r\n"))}`]),
  ];
  return `mailto:${encode(address).replace("%40", "@")}?${query.join("&")}`;
}

/** Truncation may leave half a surrogate pair, which can't be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
