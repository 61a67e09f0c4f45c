import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#shared/contract/common.ts";
import { exactly, openWinnow, type TestWinnow } from "#test/harness.ts";

const REFUSED = [400, "host_ambiguous"];
const READ = [200, ""];

let winnow: TestWinnow;
beforeAll(async () => {
  winnow = await openWinnow("sqlite");
  await winnow.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => winnow.close());

/** The status of the response to a request with this exact head, and the problem type if it is one. */
async function answerTo(...head: readonly string[]): Promise<[status: number, problem: string]> {
  const { port } = winnow.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write([...head, "Connection: close", "", ""].join("\r\n").replaceAll("PORT", String(port)));
  const [top = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const isProblem = top.includes("content-type: application/problem+json");
  const problem = isProblem ? exactly(Problem, JSON.parse(body)).type : "";
  return [Number(top.split(" ")[1]), problem.replace("urn:winnow:problem:", "")];
}

test.each([
  ["another name first", ["Host: evil.example", "Host: 127.0.0.1:PORT"]],
  ["another name second", ["Host: 127.0.0.1:PORT", "Host: evil.example"]],
  ["the same name twice", ["Host: 127.0.0.1:PORT", "Host: 127.0.0.1:PORT"]],
  ["another case", ["Host: 127.0.0.1:PORT", "X: y", "hOST: 127.0.0.1:PORT"]],
])("rejects two Host headers: %s", async (_, hosts) => {
  // Public, for strangers, unknown.
  for (const target of ["/api/rules", "/healthz", "/api/webhooks/forms/x", "/no/such/path"]) {
    expect([target, ...(await answerTo(`GET ${target} HTTP/1.1`, ...hosts))]).toEqual([target, ...REFUSED]);
  }
});

test.each([
  ["another host", "http://evil.example/api/rules", REFUSED],
  ["another port", "http://127.0.0.1:1/api/rules", REFUSED],
  ["a user part", "http://127.0.0.1:PORT@evil.example/api/rules", REFUSED],
  ["the same host", "http://127.0.0.1:PORT/api/rules", READ],
])("rejects a request target that names %s", async (_, target, expected) => {
  expect(await answerTo(`GET ${target} HTTP/1.1`, "Host: 127.0.0.1:PORT")).toEqual(expected);
});

test("allows the default port to be named or omitted", async () => {
  const ask = (target: string, host: string) => answerTo(`GET ${target} HTTP/1.1`, `Host: ${host}`);
  expect(await ask("http://LOCALHOST:80/api/rules", "localhost")).toEqual(READ);
  expect(await ask("http://localhost/api/rules", "localhost:80")).toEqual(READ);
  expect(await ask("https://localhost:443/api/rules", "localhost")).toEqual(READ);
  expect(await ask("https://localhost/api/rules", "localhost:80")).toEqual(REFUSED);
});
