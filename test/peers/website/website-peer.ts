import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface PeerRequest {
  method: string;
  /** Including its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** When it came, in milliseconds of a monotonic clock. */
  at: number;
  /** How often this path was requested before. */
  before: number;
}

export interface PeerAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Pieces are sent as they come. */
  body?: string | Buffer | AsyncIterable<string | Buffer>;
}

/** A path's response: HTML, a full response, or one that depends on the request. */
export type PeerPage = string | PeerAnswer | ((request: PeerRequest) => PeerAnswer | string);

/** A site by path; a path with its query precedes the path alone, and `*` matches everything else. */
export type PeerSite = Record<string, PeerPage>;

export interface WebsitePeer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every request, in order. */
  readonly requests: PeerRequest[];
  /** The number of opened connections. */
  readonly connections: number;
  /** The maximum number of concurrent connections. */
  readonly mostConnections: number;
  /** The requested paths in order, without robots.txt and sitemap.xml. */
  pages(): string[];
  /** Adds or replaces pages. */
  set(site: PeerSite): void;
  close(): Promise<void>;
}

export interface WebsitePeerOptions {
  port?: number;
  /** PEM texts; with these it serves HTTPS. */
  tls?: { key: string; cert: string };
}

/** A web server on loopback that serves a site from a map, and logs its requests. */
export async function startWebsitePeer(site: PeerSite = {}, options: WebsitePeerOptions = {}): Promise<WebsitePeer> {
  const pages = new Map(Object.entries(site));
  const requests: PeerRequest[] = [];
  const timesAsked = new Map<string, number>();
  let connections = 0;
  let open = 0;
  let mostConnections = 0;
  const server = options.tls === undefined ? createServer() : createTlsServer(options.tls);
  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    connections += 1;
    open += 1;
    mostConnections = Math.max(mostConnections, open);
    socket.once("close", () => (open -= 1));
  });
  server.on("request", (incoming, response) => {
    const path = incoming.url ?? "/";
    const before = timesAsked.get(path) ?? 0;
    timesAsked.set(path, before + 1);
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "GET", headers } = incoming;
      const body = Buffer.concat(chunks).toString("utf8");
      const request = { method, path, headers, body, at: performance.now(), before };
      requests.push(request);
      const page = pages.get(path) ?? pages.get(path.split("?", 1)[0] ?? "") ?? pages.get("*");
      // Hanging up in the middle of a response is what the reader under test does.
      answer(response, page === undefined ? { status: 404 } : valueOf(page, request)).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get mostConnections() {
      return mostConnections;
    },
    pages: () => requests.map(({ path }) => path).filter((path) => !/^\/(?:robots\.txt|sitemap\.xml)$/u.test(path)),
    set(more) {
      for (const [path, page] of Object.entries(more)) pages.set(path, page);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function valueOf(page: PeerPage, request: PeerRequest): PeerAnswer {
  const value = typeof page === "function" ? page(request) : page;
  return typeof value === "string" ? { body: value } : value;
}

async function answer(response: ServerResponse, { status = 200, headers = {}, body = "" }: PeerAnswer): Promise<void> {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  if (typeof body === "string" || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  await pipeline(Readable.from(body), response);
}
