import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { bytesIn, messagesIn, numberIn, readMessage } from "#test/peers/otlp/protobuf.ts";

const KINDS = ["unspecified", "internal", "server", "client", "producer", "consumer"] as const;

/** A span as it was sent. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  name: string;
  kind: (typeof KINDS)[number];
  nanoseconds: bigint;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  /** The resource it describes. */
  resource: Record<string, unknown>;
}

export interface OtlpPeer {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: readonly SentSpan[];
  /** Everything sent, as bytes. */
  readonly received: readonly Buffer[];
  /** Headers of the last request. */
  headers(): IncomingMessage["headers"];
  close(): Promise<void>;
}

/**
 * A collector: accepts spans per the OTLP/HTTP specification (1.x, POST /v1/traces, binary Protocol Buffers, gzip or
 * plain). Returns 200 with an empty response, 404 for another path, 415 for another media type and 400 for what it
 * can't read.
 */
export async function startOtlpPeer(): Promise<OtlpPeer> {
  const spans: SentSpan[] = [];
  const received: Buffer[] = [];
  let headers: IncomingMessage["headers"] = {};
  const server = createServer((request, response) => {
    const answer = (status: number): void => {
      response.writeHead(status, { "content-type": "application/x-protobuf" }).end();
    };
    void buffer(request).then((body) => {
      if (request.method !== "POST" || request.url !== "/v1/traces") return answer(404);
      if (request.headers["content-type"] !== "application/x-protobuf") return answer(415);
      headers = request.headers;
      try {
        const bytes = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
        spans.push(...spansOf(bytes));
        received.push(bytes);
        return answer(200);
      } catch {
        return answer(400);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    received,
    headers: () => headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The spans of an ExportTraceServiceRequest, by the numbers of opentelemetry/proto/trace/v1/trace.proto. */
function spansOf(bytes: Buffer): SentSpan[] {
  return messagesIn(readMessage(bytes), 1).flatMap((resourceSpans) => {
    const resource = Object.assign({}, ...messagesIn(resourceSpans, 1).map((one) => attributesOf(one, 1))) as object;
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesIn(scopeSpans, 2).map((span): SentSpan => {
        const [status] = messagesIn(span, 15);
        return {
          traceId: bytesIn(span, 1).toString("hex"),
          spanId: bytesIn(span, 2).toString("hex"),
          parentSpanId: bytesIn(span, 4).toString("hex"),
          name: bytesIn(span, 5).toString(),
          kind: KINDS[Number(numberIn(span, 6))] ?? "unspecified",
          nanoseconds: numberIn(span, 8) - numberIn(span, 7),
          attributes: attributesOf(span, 9),
          links: messagesIn(span, 13).map((link) => ({
            traceId: bytesIn(link, 1).toString("hex"),
            spanId: bytesIn(link, 2).toString("hex"),
          })),
          failed: status !== undefined && numberIn(status, 3) === 2n,
          resource: { ...resource },
        };
      }),
    );
  });
}

/** A repeated KeyValue whose values are strings, booleans and integers. */
function attributesOf(fields: ReturnType<typeof readMessage>, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messagesIn(fields, number).map((pair) => {
      const [value = new Map()] = messagesIn(pair, 2);
      const key = bytesIn(pair, 1).toString();
      if (value.has(2)) return [key, numberIn(value, 2) === 1n];
      if (value.has(3)) return [key, Number(numberIn(value, 3))];
      return [key, bytesIn(value, 1).toString()];
    }),
  );
}
