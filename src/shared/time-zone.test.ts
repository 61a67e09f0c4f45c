import { expect, it } from "vitest";
import { isTimeZone, ownTimeZone } from "#shared/time-zone.ts";

it.each(["UTC", "Europe/Berlin", "america/new_york", "Etc/GMT+5", ownTimeZone()])("accepts %s", (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(["", "Mars/Olympus", "+02:00", "-01:37", "Europe/Berlin ", "../etc"])("rejects %j", (name) => {
  expect(isTimeZone(name)).toBe(false);
});
