/** A host as it is compared; empty where it is none. An address that stands for all of them is nobody's name. */
export function hostName(host: string): string {
  const isBareIpv6 = host.includes(":") && !host.includes("[") && host.split(":").length > 2;
  try {
    const url = new URL(`http://${isBareIpv6 ? `[${host}]` : host}`);
    if (url.username !== "" || url.pathname !== "/") return "";
    return ["0.0.0.0", "[::]"].includes(url.hostname) ? "" : url.hostname.replace(/\.$/u, "");
  } catch {
    return "";
  }
}
