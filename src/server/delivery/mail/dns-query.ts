import { decode, encode, RECURSION_DESIRED, streamEncode, type Answer, type DecodedPacket } from "dns-packet";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect } from "node:net";

/** Record types that show whether a domain gets email. */
export type DnsType = "MX" | "A" | "AAAA";

/**
 * The answer to a query: `found` has the records, `none` means the domain has none of this type, `missing` that it
 * doesn't exist, `failed` that nobody knows. It may be reused for `seconds`, its time to live.
 */
export type DnsAnswer =
  | { status: "found"; values: readonly string[]; seconds: number }
  | { status: "none" | "missing"; seconds: number }
  | { status: "failed" };

/** Looks up one kind of record of an ASCII domain. Never throws. */
export type DnsQuery = (domain: string, type: DnsType) => Promise<DnsAnswer>;

const MILLISECONDS = 3_000;
/** Two attempts, because UDP may lose either packet. */
const ROUNDS = 2;
const PORT = 53;
const TCP_BYTES = 65_537;

/**
 * Queries these DNS servers ("IP" or "IP:port"), by default the system's, in turn. Over UDP, and over TCP when the
 * answer was truncated (RFC 7766). Node's own resolver returns no TTL for MX records and for missing ones.
 */
export function createDnsQuery(servers?: readonly string[]): DnsQuery {
  return async (domain, type) => {
    const addresses = (servers ?? getServers()).map(addressOf);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const address of addresses) {
        const packet = await ask(address, domain, type).catch(() => null);
        const answer = packet === null ? null : answerOf(packet, type);
        if (answer !== null) return answer;
      }
    }
    return { status: "failed" };
  };
}

interface Address {
  host: string;
  port: number;
}

/** Reads "192.0.2.1", "192.0.2.1:5353", "2001:db8::1" or "[2001:db8::1]:5353". */
function addressOf(server: string): Address {
  const [, host = server, port = String(PORT)] = /^\[?(.+?)\]?:(\d+)$/u.exec(isBareIpv6(server) ? "" : server) ?? [];
  return { host, port: Number(port) };
}

function isBareIpv6(server: string): boolean {
  return server.includes("::") ? !server.startsWith("[") : server.split(":").length > 2 && !server.startsWith("[");
}

/** A server's answer to this question, whatever it says. Rejects without one. */
async function ask(address: Address, domain: string, type: DnsType): Promise<DecodedPacket> {
  const id = randomInt(65_536);
  const query = { type: "query" as const, id, flags: RECURSION_DESIRED, questions: [{ type, name: domain }] };
  const isAnswer = (packet: DecodedPacket): boolean => {
    const [question] = packet.questions ?? [];
    return packet.id === id && question?.type === type && question.name.toLowerCase() === domain.toLowerCase();
  };
  const packet = await overUdp(address, Buffer.from(encode(query)));
  if (!isAnswer(packet)) throw new Error("Not the answer to this question.");
  if (!packet.flag_tc) return packet;
  const whole = await overTcp(address, Buffer.from(streamEncode(query)));
  if (!isAnswer(whole)) throw new Error("Not the answer to this question.");
  return whole;
}

function overUdp({ host, port }: Address, query: Buffer): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const timer = setTimeout(() => reject(new Error("Timed out.")), MILLISECONDS);
  socket.once("error", reject);
  // Connected, so that only this server can answer.
  socket.connect(port, host, () => socket.send(query));
  socket.once("message", (message) => resolveDecoded(() => decode(message), resolve, reject));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function overTcp({ host, port }: Address, query: Buffer): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const socket = connect({ host, port }, () => socket.write(query));
  const timer = setTimeout(() => reject(new Error("Timed out.")), MILLISECONDS);
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("Closed.")));
  let received = Buffer.alloc(0);
  socket.on("data", (part) => {
    received = Buffer.concat([received, part]);
    const isWhole = received.byteLength >= 2 && received.byteLength >= received.readUInt16BE(0) + 2;
    if (received.byteLength > TCP_BYTES) reject(new Error("Too long."));
    else if (isWhole) resolveDecoded(() => decode(received.subarray(2)), resolve, reject);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** Malformed packets make the decoder throw. */
function resolveDecoded(
  read: () => DecodedPacket,
  resolve: (packet: DecodedPacket) => void,
  reject: (error: Error) => void,
): void {
  try {
    resolve(read());
  } catch (error) {
    reject(new Error("Malformed.", { cause: error }));
  }
}

/** What the packet says about the records of this type; null if it reports a failure, such as SERVFAIL. */
function answerOf(packet: DecodedPacket, type: DnsType): DnsAnswer | null {
  const answers = packet.answers ?? [];
  // The types lack it, since packets to encode have no such name.
  const { rcode } = packet as DecodedPacket & { rcode: string };
  if (rcode === "NXDOMAIN") return { status: "missing", seconds: negativeSeconds(packet) };
  if (rcode !== "NOERROR") return null;
  const values = answers.flatMap((answer) => (answer.type === type ? [valueOf(answer)] : []));
  if (values.length === 0) return { status: "none", seconds: negativeSeconds(packet) };
  // Aliases (CNAME) in the answer limit its time to live too.
  return { status: "found", values, seconds: Math.min(...answers.map(ttlOf)) };
}

function valueOf(answer: Answer): string {
  if (answer.type === "MX") return answer.data.exchange;
  return "data" in answer && typeof answer.data === "string" ? answer.data : "";
}

function ttlOf(answer: Answer): number {
  return "ttl" in answer ? (answer.ttl ?? 0) : 0;
}

/** RFC 2308, 5: the lesser of the SOA record's own TTL and its minimum; without one, the answer isn't cached. */
function negativeSeconds({ authorities = [] }: DecodedPacket): number {
  const soa = authorities.find((answer) => answer.type === "SOA");
  return soa === undefined ? 0 : Math.min(ttlOf(soa), soa.data.minimum ?? 0);
}
