import { expect, it, vi } from "vitest";
import { isTimeZone, ownTimeZone } from "#shared/time-zone.ts";

it.each(["UTC", "Europe/Berlin", "america/new_york", "Etc/GMT+5", ownTimeZone()])("accepts %s", (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(["", "Mars/Olympus", "+02:00", "-01:37", "Europe/Berlin ", "../etc"])("rejects %j", (name) => {
  expect(isTimeZone(name)).toBe(false);
});

it.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["", "UTC"],
  ["Mars/Olympus", "UTC"],
  [":/etc/localtime", "UTC"],
  ["GMT+3", "UTC"],
])("takes TZ=%s as %s", (zone, name) => {
  vi.stubEnv("TZ", zone);
  expect(ownTimeZone()).toBe(name);
  vi.unstubAllEnvs();
});
