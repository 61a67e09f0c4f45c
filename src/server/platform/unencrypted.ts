import { isLoopbackHost } from "#server/platform/loopback.ts";

const HTTP_VARIABLES = [
  "WINNOW_PUBLIC_URL",
  "WINNOW_LLM_URL",
  "WINNOW_GOOGLE_SHEETS_URL",
  "WINNOW_GOOGLE_TOKEN_URL",
  "WINNOW_GOOGLE_OAUTH_URL",
  "WINNOW_MICROSOFT_OAUTH_URL",
  "WINNOW_HUBSPOT_URL",
  "WINNOW_PIPEDRIVE_URL",
  "WINNOW_SALESFORCE_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
];
const POSTGRES_VARIABLES = ["DATABASE_URL", "DATABASE_DIRECT_URL", "WINNOW_DATABASE_READ_URL"];

/** The variables whose address is off this machine and unencrypted. Expects a validated environment. */
export function unencryptedVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const isOpen = (variables: readonly string[], test: (value: string) => boolean): string[] =>
    variables.filter((name) => test(env[name] ?? ""));
  return [
    ...isOpen(HTTP_VARIABLES, (url) => url.startsWith("http:") && !isLoopbackHost(new URL(url).hostname)),
    ...isOpen(POSTGRES_VARIABLES, (url) => isOpenDatabase(url, env["PGSSLMODE"])),
  ];
}

/** URL can't read an address with several hosts. */
const POSTGRES_URL = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?(?<hosts>[^/?]*)[^?]*(?:\?(?<query>.*))?$/u;

function isOpenDatabase(url: string, defaultMode: string | undefined): boolean {
  const { hosts = "", query = "" } = POSTGRES_URL.exec(url)?.groups ?? {};
  const set = new URLSearchParams(query);
  // Without a host, or with a folder, it's a local socket.
  const names = (set.get("host") ?? hosts).split(",").map((host) => host.replace(/:\d+$/u, ""));
  if (names.every((name) => name === "" || /^(?:\/|%2f)/iu.test(name) || isLoopbackHost(name))) return false;
  if (["1", "true"].includes(set.get("ssl") ?? "")) return false;
  return (set.get("sslmode") ?? defaultMode ?? "disable") === "disable";
}
