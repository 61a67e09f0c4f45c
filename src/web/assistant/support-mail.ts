import type { NewSupportRequest } from "#shared/contract/support-request.ts";

/** Longer links are cut or refused by some mail programs. */
const BODY_LENGTH = 1_500;

/** Opens the person's own mail program with what the form holds (RFC 6068: each line of the body ends with CR LF). */
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

/** Half of a character outside of Unicode's first plane, as a cut may leave one, has no encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
