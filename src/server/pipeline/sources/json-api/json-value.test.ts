import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flatten, valueAt, type JsonObject } from "#server/pipeline/sources/json-api/json-value.ts";

const texts = (row: JsonObject): Record<string, string> => Object.fromEntries(flatten(row));

describe("paths", () => {
  const answer = { data: { items: [{ id: 1 }, { id: 2 }] }, "@odata.nextLink": "next", "a.b": { "c.d": 3 }, a: 1 };

  test.each([
    ["", answer],
    ["data.items", answer.data.items],
    ["data.items.1.id", 2],
    ["@odata.nextLink", "next"],
    ["a.b.c.d", undefined],
    ["data.missing", undefined],
    ["data.items.x", undefined],
    ["constructor.name", undefined],
    ["data.items.length", undefined],
  ])("“%s”", (path, expected) => {
    expect(valueAt(answer, path)).toEqual(expected);
  });

  test("find every value by the path that flattening gives it", () => {
    const key = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !text.includes(".") && !text.includes("\0"));
    const leaf = fc.oneof(fc.integer(), fc.boolean());
    const { tree } = fc.letrec<{ tree: JsonObject }>((tie) => ({
      tree: fc.dictionary(key, fc.oneof({ depthSize: "small" }, leaf, tie("tree")), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(tree, (row) => {
        for (const [path, text] of flatten(row)) expect(String(valueAt(row, path))).toBe(text);
      }),
    );
  });
});

describe("flattening a row", () => {
  test("gives nested fields dotted paths and joins lists", () => {
    expect(
      texts({
        id: 7,
        fields: { Name: "Ann", "Is customer": true, Tags: ["A", "B"], Empty: "", None: null },
        files: [{ url: "u1" }, { url: "u2" }],
      }),
    ).toEqual({
      id: "7",
      "fields.Name": "Ann",
      "fields.Is customer": "true",
      "fields.Tags": "A, B",
      "files.url": "u1, u2",
    });
  });

  test("reads a list of names and values as fields", () => {
    const values = [
      { name: "email", value: "ann@acme.example", objectTypeId: "0-1" },
      { name: "interests", values: ["A", "B"] },
      { label: "Budget", value: 5 },
    ];
    expect(texts({ values })).toEqual({
      "values.email": "ann@acme.example",
      "values.interests": "A, B",
      "values.Budget": "5",
    });
    expect(texts({ values: [...values, { email: "x" }] })).not.toHaveProperty("values.email", "ann@acme.example");
  });

  test("keeps a company's name apart from a person's, and an attached file's name only", () => {
    const file = { id: "a1", size: 9, url: "https://files.example/signed-1" };
    expect(
      texts({
        values: [{ name: "name", value: "Acme", objectTypeId: "0-2" }],
        CV: [
          { ...file, filename: "cv.pdf", type: "application/pdf", thumbnails: { small: { url: "t" } } },
          { ...file, title: "photo.png", mimetype: "image/png" },
        ],
      }),
    ).toEqual({ "values.company.name": "Acme", CV: "cv.pdf, photo.png" });
  });

  test("stops at deep nesting and long values, and keeps what the databases can store", () => {
    const deep = JSON.parse(`{"a":${"[".repeat(9_000)}1${"]".repeat(9_000)},"b":2}`) as JsonObject;
    expect(texts(deep)).toEqual({ b: "2" });
    expect(texts({ a: "x".repeat(60_000) })["a"]).toHaveLength(50_000);
    expect(texts({ a: "x\0y\uD800" })).toEqual({ a: "xy\uFFFD" });
  });
});
