import type { DnsAnswer, DnsQuery } from "#server/delivery/mail/dns-query.ts";

/** Whether a domain accepts email, why, and for how many seconds that is known. */
export interface MailDomain {
  result: "good" | "bad" | "unknown";
  reason: string;
  seconds: number;
}

/** Domains for documentation (RFC 2606, 3), which sample data uses. */
const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org))$/u;

/**
 * Looks up whether an ASCII domain accepts email, without contacting its mail servers. It does with an MX record, or
 * with an address if it has none (RFC 5321, 5.1). It doesn't if it doesn't exist, has neither, or says so with a null MX
 * (RFC 7505). If DNS fails, nothing is known. Never throws.
 */
export async function checkMailDomain(query: DnsQuery, domain: string): Promise<MailDomain> {
  if (RESERVED.test(domain)) return { result: "unknown", reason: "This domain is reserved for examples.", seconds: 0 };
  const mx = await query(domain, "MX");
  if (mx.status === "failed" || mx.status === "missing") return without(mx);
  if (mx.status === "found") {
    const isNull = mx.values.every((exchange) => exchange === "." || exchange === "");
    return isNull
      ? { result: "bad", reason: "The domain doesn't accept email (null MX).", seconds: mx.seconds }
      : { result: "good", reason: "The domain has a mail server.", seconds: mx.seconds };
  }
  let { seconds } = mx;
  for (const type of ["A", "AAAA"] as const) {
    const host = await query(domain, type);
    if (host.status === "failed" || host.status === "missing") return without(host);
    seconds = Math.min(seconds, host.seconds);
    if (host.status === "found") {
      return { result: "good", reason: "The domain has no MX record, but a server.", seconds };
    }
  }
  return { result: "bad", reason: "The domain has no mail server.", seconds };
}

function without(answer: Exclude<DnsAnswer, { status: "found" }>): MailDomain {
  return answer.status === "failed"
    ? { result: "unknown", reason: "DNS didn't answer.", seconds: 0 }
    : { result: "bad", reason: "The domain doesn't exist.", seconds: answer.seconds };
}
