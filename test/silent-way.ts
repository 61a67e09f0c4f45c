import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy for a network that can go silent: nothing comes through, and nothing is closed. */
export interface SilentWay {
  /** The server's address through this proxy. */
  readonly url: string;
  /** Swallows everything from now on, in both directions; new connections open, but get no data. */
  silence(): void;
  /** Accepts new connections. Earlier ones stay silent, as behind a firewall that has forgotten them. */
  restore(): void;
  /** The number of clients' open connections. */
  connections(): number;
  close(): Promise<void>;
}

export async function openSilentWay(address: string): Promise<SilentWay> {
  const url = new URL(address);
  const to = { host: url.hostname, port: Number(url.port) };
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  let isSilent = false;
  const swallowing: (() => void)[] = [];
  const server = createServer((client) => {
    near.add(client);
    client.on("error", () => {}).on("close", () => near.delete(client));
    if (isSilent) return void client.resume();
    const behind = connect(to);
    far.add(behind);
    behind.on("error", () => {}).on("close", () => far.delete(behind));
    let isCut = false;
    client.on("close", () => isCut || behind.destroy());
    behind.on("close", () => isCut || client.destroy());
    client.pipe(behind);
    behind.pipe(client);
    swallowing.push(() => {
      isCut = true;
      client.unpipe(behind);
      behind.unpipe(client);
      client.resume();
      behind.resume();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const swallow of swallowing.splice(0)) swallow();
    },
    restore() {
      isSilent = false;
    },
    connections: () => near.size,
    async close() {
      for (const socket of [...near, ...far]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
