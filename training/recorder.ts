import { once } from "node:events";
import { createServer, request as startRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** The server's answer to a request. */
interface Answer {
  /** HTTP status; 0 without an answer. */
  status: number;
  /** Present for classified messages. */
  verdict: string | undefined;
}

export interface Recorder {
  url: string;
  answers: readonly Answer[];
  close(): void;
}

/** Forwards requests to a server and records its answers, because scorers don't print verdicts or status codes. */
export async function startRecorder(target: string): Promise<Recorder> {
  const answers: Answer[] = [];
  const proxy = createServer((request, response) => {
    const { method, url = "/", headers } = request;
    const path = new URL(url, target);
    const forwarded = startRequest(path, { method, headers: { ...headers, host: path.host } });
    request.pipe(forwarded);
    const forward = async (): Promise<void> => {
      const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
      const body = await buffer(answer);
      const status = answer.statusCode ?? 0;
      const isVerdict = status === 200 && path.pathname === "/api/process-email";
      answers.push({ status, verdict: isVerdict ? verdictIn(body) : undefined });
      response.writeHead(status, answer.headers).end(body);
    };
    forward().catch(() => {
      answers.push({ status: 0, verdict: undefined });
      response.destroy();
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

function verdictIn(body: Buffer): string | undefined {
  return (JSON.parse(body.toString()) as { verdict?: string }).verdict;
}
