import { startWebsitePeer, type PeerAnswer, type PeerRequest } from "#test/peers/website/website-peer.ts";

export interface WebhookReceiver {
  readonly url: string;
  /** What it received, in order. */
  readonly requests: readonly PeerRequest[];
  /** Answers the next requests in this order, then 204 again. */
  next(...answers: readonly PeerAnswer[]): void;
  close(): Promise<void>;
}

/** How receivers misbehave. */
export const MISBEHAVIOR = {
  broken: { status: 500, body: "Internal error" },
  gone: { status: 410, body: "No longer here" },
  busy: { status: 429, headers: { "retry-after": "120" }, body: "Slow down" },
  redirecting: { status: 307, headers: { location: "http://169.254.169.254/latest/meta-data/" } },
  verbose: { status: 500, body: Buffer.alloc(1_000_000, "a") },
} satisfies Record<string, PeerAnswer>;

/** A server on loopback that accepts webhooks. */
export async function startWebhookReceiver(
  onRequest: (request: PeerRequest) => void = () => {},
): Promise<WebhookReceiver> {
  const planned: PeerAnswer[] = [];
  const peer = await startWebsitePeer({
    "*": (request) => {
      onRequest(request);
      return planned.shift() ?? { status: 204 };
    },
  });
  return {
    url: `${peer.url}/hook`,
    requests: peer.requests,
    next: (...answers) => void planned.push(...answers),
    close: () => peer.close(),
  };
}
