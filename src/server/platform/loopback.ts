import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host name or address can only mean this machine; brackets around an IPv6 address are allowed. */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, "$1")
    .replace(/\.$/u, "");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const version = isIP(name);
  return version !== 0 && loopback.check(name, version === 4 ? "ipv4" : "ipv6");
}
