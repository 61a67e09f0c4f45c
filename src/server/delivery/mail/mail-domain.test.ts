import { afterAll, beforeAll, expect, test } from "vitest";
import { createDnsQuery } from "#server/delivery/mail/dns-query.ts";
import { checkMailDomain } from "#server/delivery/mail/mail-domain.ts";
import { NEGATIVE_TTL, startDnsPeer, type DnsPeer, type Zone } from "#test/peers/dns/dns-peer.ts";

let dns: DnsPeer;
beforeAll(async () => {
  dns = await startDnsPeer();
});
afterAll(() => dns.close());

const check = async (zone: Zone | null, domain = "acme.test", servers = [dns.server]) => {
  dns.zones.clear();
  if (zone !== null) dns.zones.set(domain, zone);
  return checkMailDomain(createDnsQuery(servers), domain);
};

test.each<[string, Zone | null, string, string, number]>([
  ["a mail server", { mx: ["mx.acme.test"], ttl: 120 }, "good", "The domain has a mail server.", 120],
  [
    "two mail servers behind an alias, which expires first",
    { mx: ["mx1.acme.test", "mx2.acme.test"], ttl: 7_200, cname: "mail.test" },
    "good",
    "The domain has a mail server.",
    60,
  ],
  [
    "an answer too long for UDP",
    { mx: ["mx.acme.test"], isLong: true },
    "good",
    "The domain has a mail server.",
    3_600,
  ],
  [
    "only an address (RFC 5321, 5.1)",
    { a: ["192.0.2.1"], ttl: 100 },
    "good",
    "The domain has no MX record, but a server.",
    100,
  ],
  [
    "only an IPv6 address",
    { aaaa: ["2001:db8::1"] },
    "good",
    "The domain has no MX record, but a server.",
    NEGATIVE_TTL,
  ],
  ["a null MX (RFC 7505)", { mx: [""], ttl: 900 }, "bad", "The domain doesn't accept email (null MX).", 900],
  ["neither mail server nor address", {}, "bad", "The domain has no mail server.", NEGATIVE_TTL],
  ["no such domain", null, "bad", "The domain doesn't exist.", NEGATIVE_TTL],
  ["a failing server", { failure: "servfail" }, "unknown", "DNS didn't answer.", 0],
  ["an answer that isn't DNS", { failure: "garbage" }, "unknown", "DNS didn't answer.", 0],
])("checks a domain with %s", async (_words, zone, result, reason, seconds) => {
  expect(await check(zone)).toEqual({ result, reason, seconds });
});

test("knows nothing without a server, and asks the next one if the first doesn't answer", async () => {
  const zone = { mx: ["mx.acme.test"] };
  expect(await check(zone, "acme.test", ["127.0.0.1:1"])).toMatchObject({ result: "unknown" });
  expect(await check(zone, "acme.test", ["127.0.0.1:1", dns.server])).toMatchObject({ result: "good" });
});

test("doesn't look up domains reserved for examples", async () => {
  dns.queries.length = 0;
  expect(await check(null, "acme.example")).toMatchObject({ result: "unknown" });
  expect(dns.queries).toEqual([]);
});
