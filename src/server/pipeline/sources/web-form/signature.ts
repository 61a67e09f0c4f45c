import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a header is a valid signature of exactly these bytes: `sha256=` and their HMAC-SHA256 (RFC 2104) with the
 * secret, in the service's encoding. Typeform uses base64, Winnow's Google Forms script hex. Constant-time comparison.
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
