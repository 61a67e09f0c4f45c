import type { FastifyInstance } from "fastify";

/** From the page's own address alone; nobody may frame it. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** What OWASP's HTTP Headers Cheat Sheet asks for, but Strict-Transport-Security: whoever puts TLS in front sets it there. */
const SECURITY_HEADERS = {
  "content-security-policy": POLICY.join(";"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Every answer carries them. Constants, because working them out for each answer cost as much as the answer. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
}
