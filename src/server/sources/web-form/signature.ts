import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a header signs these very bytes: `sha256=` and their HMAC-SHA256 (RFC 2104) under the secret, in the encoding
 * that the service writes it in. Typeform writes base64, Winnow's Google Forms script hex. Compared in constant time.
 */
export function isSignedBy(
  secret: string,
  body: Uint8Array,
  header: string | undefined,
  encoding: "base64" | "hex",
): boolean {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest(encoding)}`);
  const given = Buffer.from(header ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
