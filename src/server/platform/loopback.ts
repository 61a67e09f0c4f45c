import { BlockList, isIP } from "node:net";
import { remembered } from "#server/platform/remembered.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host name or address can only be this machine; an IPv6 address may have brackets. */
export const isLoopbackHost = remembered((host) => {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, "$1")
    .replace(/\.$/u, "");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const version = isIP(name);
  return version !== 0 && loopback.check(name, version === 4 ? "ipv4" : "ipv6");
});
