import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "#server/platform/public-address.ts";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  // Just outside of what isn't public.
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "191.255.255.255",
  "192.0.1.0",
  "192.0.3.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "203.0.112.255",
  "203.0.114.0",
  "223.255.255.255",
  "168.63.129.15",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4001:81b::200e",
  "2001:200::1",
  // NAT64 of 8.8.8.8: how an IPv6-only network reaches it.
  "64:ff9b::8.8.8.8",
  "64:ff9b::808:808",
];

const NOT_PUBLIC: [string, string][] = [
  ["0.0.0.0", "this host"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["10.255.255.255", "private"],
  ["100.64.0.1", "carrier NAT"],
  ["100.100.100.200", "metadata of Alibaba, in carrier NAT"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "metadata of most clouds"],
  ["169.254.170.2", "metadata of ECS"],
  ["168.63.129.16", "Azure's host agent"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.192", "metadata of Oracle"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "6to4 relays"],
  ["192.168.1.1", "private"],
  ["198.18.0.1", "benchmarking"],
  ["198.19.255.255", "benchmarking"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback, written out"],
  ["::ffff:127.0.0.1", "mapped loopback"],
  ["::ffff:7f00:1", "mapped loopback in hexadecimal"],
  ["::ffff:8.8.8.8", "mapped: no host has it"],
  ["::ffff:0:8.8.8.8", "translated (SIIT)"],
  ["::8.8.8.8", "compatible, deprecated"],
  ["::127.0.0.1", "compatible loopback"],
  ["64:ff9b::127.0.0.1", "NAT64 of loopback"],
  ["64:ff9b::a9fe:a9fe", "NAT64 of the metadata address"],
  ["64:ff9b::10.0.0.1", "NAT64 of a private address"],
  ["64:ff9b:1::8.8.8.8", "NAT64 for local use"],
  ["64:ff9b:0:0:0:1:808:808", "not the prefix of NAT64"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo with addresses in it"],
  ["2001:2::1", "benchmarking"],
  ["2001:10::1", "ORCHID"],
  ["2001:20::1", "ORCHIDv2"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::", "6to4 of loopback"],
  ["2002:808:808::1", "6to4"],
  ["2a00:1450::5efe:10.0.0.1", "ISATAP"],
  ["2a00:1450::200:5efe:10.0.0.1", "ISATAP"],
  ["3fff::1", "documentation"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "metadata of AWS"],
  ["fdff:ffff::1", "unique local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with a zone"],
  ["2a00:1450::1%lo", "with a zone"],
  ["febf::1", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["ffff::1", "multicast"],
  ["4000::1", "not assigned"],
  ["", "nothing"],
  ["localhost", "a name"],
  ["127.1", "not an address as sockets give it"],
  ["8.8.8.8.", "not an address"],
  ["[::1]", "brackets"],
];

describe("isPublicAddress", () => {
  test.each(PUBLIC)("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(NOT_PUBLIC)("%s isn't (%s)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test("an IPv4 address wrapped for NAT64 counts as itself, any other wrapping isn't public", () => {
    const octet = fc.nat(255);
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const plain = [a, b, c, d].join(".");
        expect(isPublicAddress(`64:ff9b::${plain}`)).toBe(isPublicAddress(plain));
        for (const wrapped of [`::ffff:${plain}`, `::${plain}`, `::ffff:0:${plain}`]) {
          expect(isPublicAddress(wrapped)).toBe(false);
        }
        const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
        expect(isPublicAddress(`2002:${hex(a, b)}:${hex(c, d)}::1`)).toBe(false);
      }),
    );
  });
});
