import rateLimit, { normalizeIP, type RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/errors.ts";

const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

/** Whose requests from an address count together: one holder of IPv6 addresses usually has a whole /64 (RFC 6177). */
export function clientOf(address: string): string {
  return normalizeIP(address.split("%", 1)[0] ?? "");
}

/** Limits the requests of a scope. Those over the limit are refused with the message `refusal`. */
export async function limitRate(
  scope: FastifyInstance,
  { refusal, ...options }: RateLimitPluginOptions & { refusal: string },
): Promise<void> {
  await scope.register(rateLimit, {
    ...options,
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: { ...NO_HEADERS, "retry-after": true },
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError("too_fast", 429, refusal, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  });
}
