import { describe, expect, it } from "vitest";
import { blockingKeys, identityOf, type Identifying } from "#server/insight/matching/identity.ts";
import { pairEvidence } from "#server/insight/matching/pair-evidence.ts";

const lead = (given: Partial<Identifying> & { email?: string }): Identifying => ({
  name: "",
  emailKey: given.email ?? null,
  phoneKey: null,
  company: "",
  scrapeUrl: "",
  ...given,
});

/** The evidence for a pair with a shared key. */
function evidence(a: Identifying, b: Identifying, isDistinctive: (key: string) => boolean = () => true) {
  const [one, other] = [identityOf(a), identityOf(b)];
  const shared = [...blockingKeys(one).intersection(blockingKeys(other))].filter(isDistinctive);
  return shared.length === 0 ? null : pairEvidence(one, other, isDistinctive);
}

const kinds = (found: ReturnType<typeof evidence>) => found?.evidence.map(({ kind }) => kind) ?? null;

describe("evidence that two leads are one", () => {
  it("is a similar name at the same domain or company", () => {
    const [ann, other] = [
      lead({ name: "Ann Lee", email: "ann@acme.example" }),
      lead({ name: "Lee, Ann", email: "lee@acme.example" }),
    ];
    expect(evidence(ann, other)).toEqual({
      confidence: 70,
      evidence: [
        { kind: "name", points: 40, text: "Same name: Ann Lee, Lee, Ann" },
        { kind: "domain", points: 30, text: "Both at acme.example" },
      ],
    });
    const bob = lead({ name: "Bob Smith", email: "bob@acme.example", company: "Müller & Söhne GmbH" });
    const robert = lead({ name: "Robert Smith", email: "smith@gmail.com", company: "Mueller und Soehne" });
    expect(kinds(evidence(bob, robert))).toEqual(["name", "company"]);
  });

  it("is a mailbox spelled differently, if the provider treats both the same", () => {
    const at = (email: string) => lead({ name: "", email });
    expect(kinds(evidence(at("ann.lee+crm@gmail.com"), at("annlee@googlemail.com")))).toEqual(["mailbox"]);
    expect(kinds(evidence(at("ann.lee+crm@outlook.com"), at("ann.lee@outlook.com")))).toEqual(["mailbox"]);
    expect(evidence(at("ann.lee@outlook.com"), at("annlee@outlook.com"))).toBeNull();
    expect(evidence(at("ann.lee+crm@acme.example"), at("ann.lee@acme.example"))).toBeNull();
  });

  it("is a phone together with a name, as colleagues share a switchboard", () => {
    const phoneKey = "+442079460018";
    const ann = lead({ name: "Ann Lee", phoneKey, email: "ann@acme.example" });
    expect(kinds(evidence(ann, lead({ name: "Ann Lee", phoneKey, email: "ann@home.example" })))).toEqual([
      "phone",
      "name",
    ]);
    expect(evidence(ann, lead({ name: "Di Dunn", phoneKey }))).toBeNull();
    // One may have married since; a couple may share a number, too.
    expect(evidence(ann, lead({ name: "Ann Miller", phoneKey, email: "am@home.example" }))?.confidence).toBe(53);
    expect(evidence(ann, lead({ name: "Bob Lee", phoneKey, email: "bob@home.example" }))).toBeNull();
    const isDistinctive = (key: string): boolean => !key.startsWith("phone:");
    expect(evidence(ann, lead({ name: "Ann Lee", phoneKey, email: "ann@home.example" }), isDistinctive)).toBeNull();
  });

  it("is a profile at a network, however its URL is written", () => {
    const at = (scrapeUrl: string, name = "Ann Lee") => lead({ name, scrapeUrl });
    const found = evidence(at("https://www.linkedin.com/in/ann-lee/?x=1"), at("de.linkedin.com/in/Ann-Lee", "A. Lee"));
    expect(kinds(found)).toEqual(["profile", "name"]);
    expect(evidence(at("https://linkedin.com/company/acme"), at("https://linkedin.com/company/acme"))).toBeNull();
    // A different name is a doubt, and reported.
    expect(kinds(evidence(at("https://github.com/lee"), at("https://github.com/lee", "Bo Berg")))).toEqual([
      "profile",
      "other-name",
    ]);
  });

  it("is never just a company, a domain or a name", () => {
    const ann = lead({ name: "Ann Lee", email: "ann@acme.example", company: "Acme" });
    expect(evidence(ann, lead({ name: "Bo Berg", email: "bo@acme.example", company: "Acme" }))).toBeNull();
    expect(evidence(ann, lead({ name: "Ann Berg", email: "berg@acme.example", company: "Acme" }))).toBeNull();
    expect(evidence(ann, lead({ name: "Ann Lee", email: "ann@other.example", company: "Other" }))).toBeNull();
  });
});
