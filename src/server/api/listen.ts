import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Where a server is to be reached; `backlog` connections may wait to be accepted. */
interface Place {
  host: string;
  port: number;
  backlog: number;
}

const SOCKETS = 16;
/** Linux spreads who connects over the sockets of a port; elsewhere one takes all, or there is no such option. */
const SPREADS = process.platform === "linux";

/**
 * Listens, and answers the URL. libuv accepts one connection of a listening socket in a turn of the event loop, so that
 * a busy server, whose turns are long, would let nobody in; therefore several sockets listen on the port (SO_REUSEPORT,
 * socket(7)). Rejects with EADDRINUSE when somebody listens there, another Winnow too.
 */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  if (!SPREADS) return app.listen({ ...place });
  if (place.port !== 0) await bindAlone(place);
  const beside: Server[] = [];
  app.addHook("preClose", () => closeAll(app, beside));
  const shared = { ...place, reusePort: true };
  const url = await app.listen(shared);
  const { maxConnections } = app.server;
  app.server.maxConnections = Math.ceil(maxConnections / SOCKETS);
  for (const { address: host, port } of app.addresses() as AddressInfo[]) {
    for (let n = 1; n < SOCKETS; n += 1) {
      // As an HTTP server makes its sockets.
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
        app.server.emit("connection", socket),
      );
      server.maxConnections = app.server.maxConnections;
      server.listen({ ...shared, host, port });
      beside.push(server);
      await once(server, "listening");
    }
  }
  return url;
}

/** Sockets that share a port would share it with another process in silence. */
async function bindAlone(place: Place): Promise<void> {
  const server = createServer().listen({ ...place, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/** The connections are the HTTP server's, which ends those that idle; the others end with their answer. */
async function closeAll(app: FastifyInstance, servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  app.server.closeIdleConnections();
  await Promise.all(closed);
}
