import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** The framework's names of address ranges (proxy-addr). */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Returns a request's id: the `X-Request-Id` header of a trusted proxy if it is a UUID, so that both logs use the same
 * id; otherwise a new one. `trustedProxies` are addresses and ranges.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return () => randomUUID();
  const trusted = listOf(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:/iu, "");
    const isGiven = typeof given === "string" && UUID.test(given);
    return isGiven && trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4") ? given : randomUUID();
  };
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies.flatMap((name) => NAMED[name] ?? name)) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
