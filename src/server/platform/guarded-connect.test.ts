import type { LookupAddress } from "node:dns";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { buildConnector } from "undici";
import { expect, onTestFinished, test } from "vitest";
import {
  guardedConnector,
  guardedLookup,
  PrivateAddressError,
  type Resolve,
} from "#server/platform/guarded-connect.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

/** A name server that gives these answers in sequence. */
function resolver(...answers: string[][]): Resolve {
  return (_host, answer) => {
    const addresses = answers.shift() ?? [];
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}

function look(resolve: Resolve, allowPrivate = false): Promise<string | LookupAddress[]> {
  return new Promise((done, fail) => {
    guardedLookup(resolve, { allowPrivate })("site.example", { all: true }, (error, addresses) =>
      error === null ? done(addresses) : fail(error),
    );
  });
}

test("a lookup returns what was checked, each time again", async () => {
  const rebinding = resolver(["93.184.216.34"], ["127.0.0.1"]);
  expect(await look(rebinding)).toEqual([{ address: "93.184.216.34", family: 4 }]);
  await expect(look(rebinding)).rejects.toBeInstanceOf(PrivateAddressError);
});

test.each([[["127.0.0.1"]], [["93.184.216.34", "10.0.0.1"]], [["2606:4700:4700::1111", "::1"]], [["::ffff:10.0.0.1"]]])(
  "a host with the addresses %j is rejected",
  async (addresses) => {
    await expect(look(resolver(addresses))).rejects.toBeInstanceOf(PrivateAddressError);
    expect(await look(resolver(addresses), true)).toHaveLength(addresses.length);
  },
);

test("a name without an address is an error", async () => {
  await expect(look(resolver([]))).rejects.toThrow("No address for site.example");
});

test("the socket's remote address is checked where no name was looked up", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const open = (allowPrivate: boolean): Promise<string> =>
    new Promise((done) => {
      const connect = guardedConnector({
        allowPrivate,
        build: buildConnector,
        resolve: resolver(),
        trust: trustedContext,
        milliseconds: 5_000,
      });
      connect({ hostname: "127.0.0.1", protocol: "http:", port: String(port) }, (...[error, socket]) => {
        socket?.destroy();
        done(error?.name ?? "connected");
      });
    });
  expect(await open(false)).toBe("PrivateAddressError");
  expect(await open(true)).toBe("connected");
});
