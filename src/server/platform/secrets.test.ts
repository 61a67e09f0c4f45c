import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSecrets, openSecrets } from "#server/platform/secrets.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-secrets-"));
});
afterAll(async () => rm(dataDir, { recursive: true }));

const secrets = createSecrets(Buffer.alloc(32, 7));

describe("encryption", () => {
  test("decrypts to the original, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 12 }), (plain) => {
        const sealed = secrets.seal(plain, "a purpose");
        expect(secrets.open(sealed, "a purpose")).toBe(plain);
        expect(sealed).not.toContain(plain);
      }),
    );
  });

  test("differs each time, so that equal secrets can't be recognized", () => {
    expect(secrets.seal("same", "p")).not.toBe(secrets.seal("same", "p"));
  });

  test.each([
    ["another purpose", (sealed: string) => secrets.open(sealed, "other")],
    ["another key", (sealed: string) => createSecrets(Buffer.alloc(32, 8)).open(sealed, "p")],
    [
      "a changed byte",
      (sealed: string) =>
        secrets.open(
          sealed.replace(/.(?=.$)/u, (last) => (last === "A" ? "B" : "A")),
          "p",
        ),
    ],
    ["a cut-off text", (sealed: string) => secrets.open(sealed.slice(0, 12), "p")],
    ["an unknown format", (sealed: string) => secrets.open(sealed.replace("v1", "v9"), "p")],
  ])("rejects %s without showing the secret", (_name, open) => {
    const sealed = secrets.seal("the-very-secret", "p");
    expect(() => open(sealed)).toThrow(expect.objectContaining({ id: "secret_unreadable" }));
    expect(() => open(sealed)).not.toThrow("the-very-secret");
  });
});

describe("the key", () => {
  test("is a file with mode 0600 that two concurrent processes agree on", async () => {
    const [one, two] = await Promise.all([
      openSecrets({ passphrase: undefined, dataDir }),
      openSecrets({ passphrase: undefined, dataDir }),
    ]);
    expect(two.open(one.seal("x", "p"), "p")).toBe("x");
    expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  });

  test("that is damaged is reported, never replaced", async () => {
    const path = join(dataDir, "secret.key");
    const good = await readFile(path, "utf8");
    await writeFile(path, "short");
    await expect(openSecrets({ passphrase: undefined, dataDir })).rejects.toThrow("damaged");
    expect(await readFile(path, "utf8")).toBe("short");
    await writeFile(path, good);
  });

  test("names the data folder where it can't be written, and how to fix that", async () => {
    const file = join(dataDir, "secret.key", "data");
    await expect(openSecrets({ passphrase: undefined, dataDir: file })).rejects.toThrow(
      `Make this user the owner of it and its files (chown -R ${process.getuid?.()} '${file}')`,
    );
  });

  test("is derived from the operator's passphrase if there is one", async () => {
    const passphrase = "correct horse battery";
    const [one, two] = await Promise.all([openSecrets({ passphrase, dataDir }), openSecrets({ passphrase, dataDir })]);
    expect(two.open(one.seal("x", "p"), "p")).toBe("x");
  });
});
