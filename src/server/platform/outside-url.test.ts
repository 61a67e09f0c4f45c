import { expect, test } from "vitest";
import { refusalOfUrl } from "#server/platform/outside-url.ts";

const refusal = (address: string, allowPrivate = false): string | null =>
  refusalOfUrl(new URL(address), { allowPrivate });

test.each([
  "http://example.com/",
  "https://example.com:8443/a?b",
  "http://example.com:8080",
  "http://93.184.216.34/",
  "http://[2606:4700:4700::1111]/",
  "https://bücher.example/",
])("%s may be opened", (address) => {
  expect(refusal(address)).toBeNull();
});

test.each([
  ["ftp://example.com/", /only http and https/u],
  ["file:///etc/passwd", /only http and https/u],
  ["javascript:alert(1)", /only http and https/u],
  ["data:text/html,hello", /only http and https/u],
  ["gopher://example.com/", /only http and https/u],
  ["http://user@example.com/", /username or password/u],
  ["http://:secret@example.com/", /username or password/u],
  ["http://example.com:25/", /Port 25/u],
  ["http://example.com:6667/", /Port 6667/u],
  ["https://example.com:22/", /Port 22/u],
])("%s may not", (address, reason) => {
  expect(refusal(address)).toMatch(reason);
  expect(refusal(address, true)).toMatch(reason);
});

// Notations that the C library's resolvers read as 127.0.0.1, 169.254.169.254 and other internal addresses.
test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://127.0.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0X7F.1/",
  "http://0177.0.0.1/",
  "http://017700000001/",
  "http://0x7f.0x0.0x0.0x1/",
  "http://127.0.0.1./",
  "http://0/",
  "http://00000.0/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://169.254.43518/",
  "http://0xa9.0376.0251.0xfe/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http://10.0.0.1:8080/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[2002:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
])("%s is internal, and opened only where that is allowed", (address) => {
  expect(refusal(address)).toMatch(/private network/u);
  expect(refusal(address, true)).toBeNull();
});
