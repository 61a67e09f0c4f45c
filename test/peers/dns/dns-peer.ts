import { AUTHORITATIVE_ANSWER, decode, encode, TRUNCATED_RESPONSE, type Answer, type DecodedPacket } from "dns-packet";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** What the server knows about a domain; without an entry the domain doesn't exist. */
export interface Zone {
  /** Mail servers; [""] is a null MX. */
  mx?: readonly string[];
  a?: readonly string[];
  aaaa?: readonly string[];
  /** Of its records, in seconds. */
  ttl?: number;
  /** An alias for another name, in front of the records. */
  cname?: string;
  /** Fails instead of answering. */
  failure?: "servfail" | "silent" | "garbage";
  /** UDP carries only the header, so that the client asks again over TCP. */
  isLong?: boolean;
}

export interface DnsPeer {
  /** "IP:port". */
  readonly server: string;
  /** By domain; may change at any time. */
  readonly zones: Map<string, Zone>;
  /** Everything asked, as "TYPE domain". */
  readonly queries: string[];
  close(): Promise<void>;
}

/** The minimum of the zone's SOA record, the time to live of missing records (RFC 2308). */
export const NEGATIVE_TTL = 300;
const ALIAS_TTL = 60;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** Starts a DNS server (RFC 1035) on this machine, over UDP and TCP on one port. */
export async function startDnsPeer(): Promise<DnsPeer> {
  const zones = new Map<string, Zone>();
  const queries: string[] = [];
  const udp = createSocket("udp4");
  const tcp = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (data: Buffer) => {
      const answer = answerTo(data.subarray(2), zones.get(domainOf(data.subarray(2))), { isUdp: false });
      if (answer === null) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.byteLength);
      // In two parts, as TCP may deliver it.
      socket.write(length);
      socket.end(answer);
    });
  });
  udp.on("message", (data, { port, address }) => {
    const domain = domainOf(data);
    queries.push(`${decode(data).questions?.[0]?.type ?? ""} ${domain}`);
    const answer = answerTo(data, zones.get(domain), { isUdp: true });
    if (answer !== null) udp.send(answer, port, address);
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  // The port may be taken for UDP only.
  const isBound = await new Promise<boolean>((resolve) => {
    udp.once("error", () => resolve(false));
    udp.bind(port, "127.0.0.1", () => resolve(true));
  });
  if (!isBound) {
    udp.close();
    tcp.close();
    return startDnsPeer();
  }
  return {
    server: `127.0.0.1:${port}`,
    zones,
    queries,
    async close() {
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}

function domainOf(data: Buffer): string {
  return decode(data).questions?.[0]?.name ?? "";
}

function answerTo(data: Buffer, zone: Zone | undefined, { isUdp }: { isUdp: boolean }): Buffer | null {
  if (zone?.failure === "silent") return null;
  if (zone?.failure === "garbage") return Buffer.from("not DNS");
  const query: DecodedPacket = decode(data);
  const { id, questions = [] } = query;
  const [question] = questions;
  if (question === undefined) return null;
  const { name, type } = question;
  const isCut = isUdp && zone?.isLong === true;
  const answers = zone === undefined || isCut ? [] : recordsOf(name, type, zone);
  const code = zone === undefined ? NXDOMAIN : zone.failure === "servfail" ? SERVFAIL : 0;
  const flags = AUTHORITATIVE_ANSWER | code | (isCut ? TRUNCATED_RESPONSE : 0);
  const isNegative = answers.every((answer) => answer.type !== type) && code !== SERVFAIL;
  const soa: Answer = {
    type: "SOA",
    name,
    ttl: NEGATIVE_TTL * 2,
    data: { mname: "ns.test", rname: "admin.test", serial: 1, refresh: 1, retry: 1, expire: 1, minimum: NEGATIVE_TTL },
  };
  return Buffer.from(
    encode({ type: "response", id: id ?? 0, flags, questions, answers, authorities: isNegative ? [soa] : [] }),
  );
}

function recordsOf(name: string, type: string, zone: Zone): Answer[] {
  const { mx = [], a = [], aaaa = [], ttl = 3_600, cname } = zone;
  const owner = cname ?? name;
  const alias: Answer[] = cname === undefined ? [] : [{ type: "CNAME", name, ttl: ALIAS_TTL, data: cname }];
  if (zone.failure !== undefined) return [];
  if (type === "MX") {
    const records = mx.map((exchange, at): Answer => {
      const data = { preference: exchange === "" ? 0 : at + 10, exchange: exchange || "." };
      return { type: "MX", name: owner, ttl, data };
    });
    return [...alias, ...records];
  }
  if (type === "A") return [...alias, ...a.map((data): Answer => ({ type: "A", name: owner, ttl, data }))];
  return [...alias, ...aaaa.map((data): Answer => ({ type: "AAAA", name: owner, ttl, data }))];
}
