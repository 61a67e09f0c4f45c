import { expect, test } from "vitest";
import { deviceOf } from "#server/features/accounts/device.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Firefox on Windows", `${WINDOWS} Gecko/20100101 Firefox/140.0`],
  ["Chrome on Windows", `${WINDOWS} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${WINDOWS} ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`],
  ["Safari on macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`],
  ["Safari on iOS", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 16; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Unknown browser", "curl/8.14.1"],
  ["Unknown browser", ""],
])("%s", (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device);
});
