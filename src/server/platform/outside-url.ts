import { isIP } from "node:net";
import { mayConnect, type AddressRule } from "#server/platform/public-address.ts";

/** Ports that browsers refuse too, because another protocol listens there ("bad port" in the Fetch Standard). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** The error for a host that isn't on the public internet. */
export const NOT_PUBLIC = "The address is inside a private network, which isn't allowed.";

/**
 * Why a stranger's address may not be opened; null if it may. Its host name is resolved and checked when connecting.
 * The URL parser has already normalized every notation of an IP address.
 */
export function refusalOfUrl(url: URL, rule: AddressRule): string | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `The address uses ${url.protocol.slice(0, -1)}; only http and https are supported.`;
  }
  if (url.username !== "" || url.password !== "") return "The address contains a username or password.";
  if (url.hostname === "") return "The address has no host.";
  if (BAD_PORTS.has(Number(url.port))) return `Port ${url.port} isn't a web port.`;
  const host = url.hostname.replace(/^\[(.*)\]$/u, "$1");
  if (isIP(host) !== 0 && !mayConnect(rule, host)) return NOT_PUBLIC;
  return null;
}
