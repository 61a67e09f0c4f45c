import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReverseProxy {
  readonly url: string;
  /** Sends new requests to these, round-robin. */
  setServers(urls: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * A round-robin reverse proxy that streams responses, including event streams. It has no sticky sessions: a session
 * started at one server is at another with the next request.
 */
export async function startReverseProxy(): Promise<ReverseProxy> {
  let servers: readonly string[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const server = servers[(turn += 1) % servers.length];
    if (server === undefined) return void outgoing.writeHead(503, { "retry-after": "1" }).end();
    const { method, url = "/", headers } = incoming;
    const passed = ask(new URL(url, server), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      outgoing.on("close", () => answer.destroy());
    });
    passed.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    incoming.pipe(passed);
    return undefined;
  };
  const proxy = createServer(pass);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setServers(urls) {
      servers = urls;
    },
    async close() {
      proxy.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
