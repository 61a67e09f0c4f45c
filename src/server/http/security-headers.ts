import type { FastifyInstance } from "fastify";

/**
 * What the page may do: run and render its own files, talk to its own server, and nothing else. No inline code, no text
 * that becomes code or markup (Trusted Types without an exempt policy), no framing. Its one frame shows a message's
 * HTML, which has its own policy.
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

/** Features no Winnow page uses; copying to the clipboard is allowed to the page itself. */
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

/** For data, which no browser renders. Nothing is cached unless its route says so. */
const DATA_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** For anything a browser may render, per OWASP's HTTP Headers Cheat Sheet. */
const PAGE_HEADERS = {
  ...DATA_HEADERS,
  "content-security-policy": POLICY.join(";"),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": [...UNUSED_FEATURES.map((feature) => `${feature}=()`), "clipboard-write=(self)"].join(", "),
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};

/** Two years, as browsers' preload lists require. Subdomains aren't this server's to decide about. */
const STRICT_TRANSPORT = { "strict-transport-security": "max-age=63072000" };

/**
 * JSON of the endpoint table gets the headers for data, every other answer also those for pages. If others reach the
 * server by https (`publicUrl`), Strict-Transport-Security is added, which browsers ignore on plain http (RFC 6797,
 * 8.1). A page's headers take longer to write than many answers to compute.
 */
export function installSecurityHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const always = publicUrl?.startsWith("https:") === true ? STRICT_TRANSPORT : {};
  const data = { ...DATA_HEADERS, ...always };
  const page = { ...PAGE_HEADERS, ...always };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(request.routeOptions.config.endpoint === undefined ? page : data);
    done();
  });
}
