import { remembered } from "#server/platform/remembered.ts";

/** Normalizes a host name for comparison; empty if it isn't one. A wildcard address is not a name. */
export const hostName = remembered((host) => {
  const isBareIpv6 = host.includes(":") && !host.includes("[") && host.split(":").length > 2;
  try {
    const url = new URL(`http://${isBareIpv6 ? `[${host}]` : host}`);
    if (url.username !== "" || url.pathname !== "/") return "";
    return ["0.0.0.0", "[::]"].includes(url.hostname) ? "" : url.hostname.replace(/\.$/u, "");
  } catch {
    return "";
  }
});
