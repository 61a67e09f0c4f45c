import { BlockList, isIP } from "node:net";

/**
 * IPv4 ranges that aren't public hosts: the IANA special-purpose registry (RFC 6890 and amendments), multicast and
 * reserved space, and one cloud address that looks public but is the machine's own host.
 */
const NOT_PUBLIC_IPV4 = blockList("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's host agent, which hands out a machine's credentials.
  ["168.63.129.16", 32],
]);

/**
 * Ranges of IPv6 global unicast space that aren't public hosts: protocol assignments with Teredo, benchmarking and
 * ORCHID, documentation, and 6to4, which reaches any IPv4 address.
 */
const NOT_PUBLIC_IPV6 = blockList("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

/** Everything routed on the internet today (RFC 4291, 2.4); ULA, link-local and multicast lie outside. */
const GLOBAL_UNICAST_IPV6 = blockList("ipv6", [["2000::", 3]]);

/**
 * Whether an IP address, as DNS or a socket returns it, is a host on the public internet. False for anything private,
 * local, reserved, multicast or for documentation, however an IPv4 address is wrapped in IPv6, and for anything that
 * isn't an address. Of the wrapped ones only NAT64's (RFC 6052) may be public: that is how a network without IPv4
 * reaches it.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names a network of this machine.
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 4) return !NOT_PUBLIC_IPV4.check(address, "ipv4");
  if (version !== 6) return false;
  const groups = groupsOf(address);
  if (isNat64(groups)) return isPublicAddress(lastFour(groups));
  return GLOBAL_UNICAST_IPV6.check(address, "ipv6") && !NOT_PUBLIC_IPV6.check(address, "ipv6") && !isIsatap(groups);
}

/** Which addresses may be connected to. */
export interface AddressRule {
  /** Any address, for an operator who means their own network. */
  allowPrivate: boolean;
  /** What counts as public; defaults to `isPublicAddress`. */
  isPublic?: ((address: string) => boolean) | undefined;
}

/** Whether an IP address, as DNS or a socket returns it, may be connected to. */
export function mayConnect({ allowPrivate, isPublic = isPublicAddress }: AddressRule, address: string): boolean {
  return allowPrivate || isPublic(address);
}

/** 64:ff9b::/96 */
function isNat64(groups: readonly number[]): boolean {
  return groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
}

/** An interface identifier that ends in an IPv4 address of the local network (RFC 5214). */
function isIsatap(groups: readonly number[]): boolean {
  return groups[5] === 0x5efe && ((groups[4] ?? 0) & 0xfdff) === 0;
}

function lastFour(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** The eight 16-bit groups of a valid IPv6 address; the URL parser turns every notation into hexadecimal groups. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const numbers = (text: string): number[] => (text === "" ? [] : text.split(":").map((group) => parseInt(group, 16)));
  if (tail === undefined) return numbers(head);
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function blockList(family: "ipv4" | "ipv6", subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
