import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A proxy that can cut connections, as networks do. */
export interface CuttingProxy {
  readonly port: number;
  /** The number of connections so far. */
  readonly connections: number;
  /** Each of the next connections is cut after the server has sent this many bytes; beyond the list none is. */
  cutAfter(...bytes: number[]): void;
  /** Ends all connections at once. */
  cutNow(): void;
  close(): Promise<void>;
}

/** Forwards connections from a free port of 127.0.0.1 to another one. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let cuts: number[] = [];
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    let left = cuts.shift() ?? Infinity;
    const far = connect(target, "127.0.0.1");
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
    near.pipe(far);
    far.on("data", (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (left > 0) {
        if (!near.write(part)) {
          far.pause();
          near.once("drain", () => far.resume());
        }
        return;
      }
      near.write(part, end);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cutNow = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    cutAfter(...bytes) {
      cuts = bytes;
    },
    cutNow,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutNow();
      await closed;
    },
  };
}
