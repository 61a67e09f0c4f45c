import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { trustedAuthorities } from "#server/platform/trusted-authorities.ts";
import { readTestCertificate } from "#test/peers/smtp/smtp-peer.ts";

const authorityFile = fileURLToPath(new URL("../../../test/fixtures/tls/authority.pem", import.meta.url));
const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;

test("an authority is trusted when NODE_EXTRA_CA_CERTS names it, and not otherwise", async () => {
  const program = `import { trustedAuthorities } from "#server/platform/trusted-authorities.ts"; console.log(JSON.stringify(trustedAuthorities()));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
    maxBuffer: 64 * 1024 * 1024,
  });
  const own = fingerprint(readTestCertificate("authority.pem"));
  expect((JSON.parse(stdout) as string[]).map(fingerprint)).toContain(own);
  expect(trustedAuthorities().map(fingerprint)).not.toContain(own);
  expect(trustedAuthorities().length).toBeGreaterThan(50);
});
