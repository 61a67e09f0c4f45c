import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Random } from "#test/seeded-random.ts";

/** An event as a webhook receives it. */
export interface ReceivedEvent {
  type: string;
  leadId: string;
  data: Readonly<Record<string, unknown>>;
}

/** How often a message's first attempt is answered with an error, or never. */
const BROKEN = 0.01;
const SILENT = 0.001;
const BROKEN_STATUS = 500;
const ACCEPTED_STATUS = 204;

/** A webhook on loopback that verifies every request and remembers every event in the order of its first arrival. */
export class EventReceiver {
  /** By message ID, in the order in which they were first accepted. */
  readonly events = new Map<string, ReceivedEvent>();
  /** Violated promises, in words. */
  readonly problems: string[] = [];
  /** Accepted again under the ID of an accepted event. */
  repeats = 0;
  /** Answered with an error or not at all. */
  refused = 0;
  /** Requests without an answer at this moment. */
  inFlight = 0;
  secret = "";
  readonly #bodies = new Map<string, string>();
  readonly #server = createServer();
  readonly #random: Random;
  readonly #onRequest: () => void;

  /** `onRequest` is called for each verified request, before its answer. */
  constructor(random: Random, onRequest: () => void) {
    this.#random = random;
    this.#onRequest = onRequest;
  }

  async start(): Promise<string> {
    this.#server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      this.inFlight += 1;
      response.once("close", () => (this.inFlight -= 1));
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
        this.#receive(headers, Buffer.concat(chunks).toString("utf8"), response);
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(headers: Record<string, string>, body: string, response: ServerResponse): void {
    const id = headers["webhook-id"] ?? "";
    try {
      new Webhook(this.secret).verify(body, headers);
    } catch (error) {
      this.problems.push(`${id} isn't signed: ${String(error)}`);
    }
    const before = this.#bodies.get(id);
    if (before !== undefined && before !== body) this.problems.push(`${id} was repeated with another body.`);
    this.#bodies.set(id, body);
    this.#onRequest();
    const luck = before === undefined ? this.#random() : 1;
    if (luck < SILENT + BROKEN) {
      this.refused += 1;
      if (luck >= SILENT) response.writeHead(BROKEN_STATUS).end("Internal error");
      return;
    }
    if (this.events.has(id)) this.repeats += 1;
    else {
      const { type, data } = JSON.parse(body) as { type: string; data: { leadId: string } };
      this.events.set(id, { type, leadId: data.leadId, data });
    }
    response.writeHead(ACCEPTED_STATUS).end();
  }
}
