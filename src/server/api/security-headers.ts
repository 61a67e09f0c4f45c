import type { FastifyInstance } from "fastify";

/**
 * What the page may do: run and draw its own files, talk to its own server, and nothing else. Nothing inline, no text
 * becomes code or markup (Trusted Types, without a policy that could make an exception), nobody may frame it. Its one
 * frame shows the HTML of a message, which comes with a policy of its own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** What no page of Winnow uses; copying to the clipboard is the page's own. */
const UNUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** What OWASP's HTTP Headers Cheat Sheet asks for. Nothing is kept by caches unless its route says so. */
const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": POLICY.join(";"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": [...UNUSED_FEATURES.map((feature) => `${feature}=()`), "clipboard-write=(self)"].join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Two years, as browsers' preload lists ask. Names beside the server's own are not its to decide about. */
const STRICT_TRANSPORT = { "strict-transport-security": "max-age=63072000" };

/**
 * Every answer carries them; where others reach the server by https (`publicUrl`), Strict-Transport-Security too, which
 * browsers pass over on plain http (RFC 6797, 8.1). Constants, because working them out for each answer cost as much as
 * the answer.
 */
export function installSecurityHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const headers = { ...SECURITY_HEADERS, ...(publicUrl?.startsWith("https:") === true && STRICT_TRANSPORT) };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
