import { expect, test } from "vitest";
import { pageAddress, pageKey } from "#server/pipeline/sources/website/page-address.ts";
import { siteOf } from "#server/pipeline/sources/website/site.ts";

test.each([
  ["https://Acme.example/Team#people", "https://acme.example/Team"],
  ["https://acme.example/?utm_source=mail&page=2&gclid=x", "https://acme.example/?page=2"],
  ["https://acme.example/?b=2&a=1", "https://acme.example/?b=2&a=1"],
  ["https://acme.example/?utm_source=mail", "https://acme.example/"],
  ["https://acme.example/list;jsessionid=0A1B2C?x=1", "https://acme.example/list?x=1"],
  ["https://acme.example/?PHPSESSID=5f2c&id=3", "https://acme.example/?id=3"],
  ["https://acme.example/?s=shoes", "https://acme.example/?s=shoes"],
  ["https://acme.example/?s=0123456789abcdef0123456789abcdef", "https://acme.example/"],
  ["https://acme.example/??id=3", "https://acme.example/??id=3"],
  ["http://acme.example:80/", "http://acme.example/"],
  ["https://user:secret@acme.example/", "https://acme.example/"],
  ["../team", "https://acme.example/team"],
])("%s is fetched as %s", (address, fetched) => {
  expect(pageAddress(address, "https://acme.example/about/")?.href).toBe(fetched);
});

test.each(["mailto:a@acme.example", "tel:+441", "javascript:void(0)", "ftp://acme.example/", "http://[", "data:,x"])(
  "%s isn't a page",
  (address) => {
    expect(pageAddress(address, "https://acme.example/")).toBeNull();
  },
);

test.each([
  ["https://acme.example/", "http://www.acme.example/index.html"],
  ["https://acme.example/team/", "https://acme.example/team"],
  ["https://acme.example/team/", "https://acme.example/team/default.aspx"],
  ["https://acme.example/?a=1&b=2", "https://acme.example/?b=2&a=1"],
  ["https://acme.example//team", "https://acme.example/team"],
])("%s and %s are the same page", (one, other) => {
  expect(pageKey(new URL(one))).toBe(pageKey(new URL(other)));
});

test.each([
  ["https://acme.example/?page=1", "https://acme.example/?page=2"],
  ["https://acme.example/Team", "https://acme.example/team"],
  ["https://acme.example/", "https://acme.example:8443/"],
  ["https://acme.example/", "https://shop.acme.example/"],
])("%s and %s aren't", (one, other) => {
  expect(pageKey(new URL(one))).not.toBe(pageKey(new URL(other)));
});

test("a URL whose host is just the www. that others omit has a key, too", () => {
  expect(pageKey(new URL("https://www./"))).toBe("www.");
  expect(pageKey(new URL("https://www.:8080/"))).toBe("www.:8080");
});

test.each([
  ["https://www.acme.co.uk/", "http://shop.acme.co.uk:8080/"],
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/team"],
  ["http://127.0.0.1/", "http://127.0.0.1:80/team"],
  ["http://localhost:3000/", "http://localhost:3000/x"],
  ["http://[::1]:3000/", "http://[0::1]:3000/x"],
])("%s and %s are one site", (one, other) => {
  expect(siteOf(new URL(one))).toBe(siteOf(new URL(other)));
});

test.each([
  ["https://acme.co.uk/", "https://other.co.uk/"],
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8081/"],
  ["http://127.0.0.1:8080/", "http://127.0.0.2:8080/"],
  ["http://localhost:3000/", "http://localhost:3001/"],
  ["https://one.github.io/", "https://two.github.io/"],
])("%s and %s are two", (one, other) => {
  expect(siteOf(new URL(one))).not.toBe(siteOf(new URL(other)));
});
