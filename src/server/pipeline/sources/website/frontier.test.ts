import { expect, test } from "vitest";
import { Frontier, PRIORITIES } from "#server/pipeline/sources/website/frontier.ts";

const at = (path: string, priority: keyof typeof PRIORITIES, depth = 1) => ({
  url: new URL(path, "https://acme.example/"),
  depth,
  priority: PRIORITIES[priority],
});

test("returns the most promising first, and among equals the first found", () => {
  const frontier = new Frontier();
  for (const one of [at("/a", "other"), at("/b", "last"), at("/c", "wanted"), at("/d", "other"), at("/e", "next")]) {
    expect(frontier.add(one)).toBe(true);
  }
  expect(frontier.size).toBe(5);
  const order = Array.from({ length: 5 }, () => frontier.next()?.url.pathname);
  expect(order).toEqual(["/e", "/c", "/a", "/d", "/b"]);
  expect(frontier.next()).toBeUndefined();
  expect(frontier.size).toBe(0);
});

test("takes each page once, however it is addressed", () => {
  const frontier = new Frontier();
  expect(frontier.claim(new URL("https://acme.example/"))).toBe(true);
  expect(frontier.add(at("/index.html", "other"))).toBe(false);
  expect(frontier.add(at("/team", "other"))).toBe(true);
  expect(frontier.add(at("/team/", "wanted"))).toBe(false);
  expect(frontier.size).toBe(1);
});

test("has a size limit", () => {
  const frontier = new Frontier();
  for (let page = 0; page < 60_000; page += 1) frontier.add(at(`/${page}`, "other"));
  expect(frontier.size).toBe(50_000);
});
