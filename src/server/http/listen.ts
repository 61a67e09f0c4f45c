import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The listening address; `backlog` connections may wait to be accepted. */
interface Place {
  host: string;
  port: number;
  backlog: number;
}

const SOCKETS = 16;
/** Linux balances connections over the sockets of a port; elsewhere one gets all of them or the option is missing. */
const SPREADS = process.platform === "linux";

/**
 * Listens and returns the URL. libuv accepts one connection per listening socket and event loop tick, so a busy server
 * would let nobody in; therefore several sockets share the port (SO_REUSEPORT, socket(7)). Rejects with EADDRINUSE if
 * anything listens there, another Winnow included.
 */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  if (!SPREADS) return openable(await app.listen({ ...place }));
  if (place.port !== 0) await bindAlone(place);
  const others: Server[] = [];
  app.addHook("preClose", () => closeAll(app, others));
  const shared = { ...place, reusePort: true };
  const url = await app.listen(shared);
  const { maxConnections } = app.server;
  app.server.maxConnections = Math.ceil(maxConnections / SOCKETS);
  for (const { address: host, port } of app.addresses() as AddressInfo[]) {
    for (let n = 1; n < SOCKETS; n += 1) {
      // Options of an HTTP server's own sockets.
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
        app.server.emit("connection", socket),
      );
      server.maxConnections = app.server.maxConnections;
      server.listen({ ...shared, host, port });
      others.push(server);
      await once(server, "listening");
    }
  }
  return openable(url);
}

/** The address of every interface is no address that a browser opens. */
function openable(url: string): string {
  return url.replace("//[::]:", "//[::1]:");
}

/** Otherwise the sockets would silently share the port with another process. */
async function bindAlone(place: Place): Promise<void> {
  const server = createServer().listen({ ...place, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/** The HTTP server closes idle connections; the others end with their response. */
async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  app.server.closeIdleConnections();
  await Promise.all(closed);
}
