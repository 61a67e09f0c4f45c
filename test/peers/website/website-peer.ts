import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface PeerRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** When it came, in milliseconds of a clock that only goes forward. */
  at: number;
  /** How often this path was asked for before. */
  before: number;
}

export interface PeerAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Pieces are sent as they come. */
  body?: string | Buffer | AsyncIterable<string | Buffer>;
}

/** What a path answers: HTML, or an answer, or one that depends on the request. */
export type PeerPage = string | PeerAnswer | ((request: PeerRequest) => PeerAnswer | string);

/** A site by path; a path with its query goes before the path alone, and `*` answers what nothing else does. */
export type PeerSite = Record<string, PeerPage>;

export interface WebsitePeer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Everything that was asked for, in order. */
  readonly requests: PeerRequest[];
  /** How many connections were opened. */
  readonly connections: number;
  /** How many connections were open at once at the most. */
  readonly mostConnections: number;
  /** The paths that were asked for, in order, without robots.txt and sitemap.xml. */
  pages(): string[];
  /** Adds pages, or puts them in the place of what was there. */
  set(site: PeerSite): void;
  close(): Promise<void>;
}

export interface WebsitePeerOptions {
  port?: number;
  /** PEM texts: then it speaks HTTPS. */
  tls?: { key: string; cert: string };
}

/** A web server on loopback that serves a site made of a map, and keeps a log of who asked for what. */
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
      // Whoever hangs up in the middle of an answer is the reader under test.
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
