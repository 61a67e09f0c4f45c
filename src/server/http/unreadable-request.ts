import type { Socket } from "node:net";
import { problem } from "#server/http/problem.ts";

/** Answers malformed HTTP with a problem like every other error. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const refusal = refusalOf(error.code);
    const body = JSON.stringify(refusal);
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${refusal.title}`,
        "content-type: application/problem+json; charset=utf-8",
        `content-length: ${Buffer.byteLength(body)}`,
        "connection: close",
        "",
        body,
      ].join("\r\n"),
    );
  }
  socket.destroy(error);
}

function refusalOf(code: string | undefined) {
  if (code === "HPE_HEADER_OVERFLOW") return problem("too_large", 431, "The request's headers are too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problem("timeout", 408, "The request took too long to arrive.");
  return problem("malformed", 400, "This isn't a valid HTTP request.");
}
