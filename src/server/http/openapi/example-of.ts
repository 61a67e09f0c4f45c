import { WHEN_NAMED } from "#server/http/openapi/example-values.ts";

/** The parts of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-02T09:30:00.000Z",
  date: "2026-03-02",
  email: "ada@analytical.example",
  uri: "https://analytical.example/",
};

/** An example of a schema: typical values by the property's name, otherwise the first value that is allowed. */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  return sample(schema, "", []);

  function sample(given: JsonSchema, name: string, within: readonly string[]): unknown {
    if (given.$ref !== undefined) {
      const target = given.$ref.split("/").at(-1) ?? "";
      const found = schemas[target];
      if (found === undefined || within.includes(target)) return null;
      return typical(found, name) ?? sample(found, name, [...within, target]);
    }
    return typical(given, name) ?? valueOf(given, name, within);
  }

  function valueOf(given: JsonSchema, name: string, within: readonly string[]): unknown {
    if (given.const !== undefined) return given.const;
    if (given.enum !== undefined) return given.enum[0];
    if (given.default !== undefined) return given.default;
    const either = given.anyOf ?? given.oneOf;
    if (either !== undefined) return sample(either.find(({ type }) => type !== "null") ?? {}, name, within);
    switch (given.type) {
      case "object":
        return Object.fromEntries(propertiesOf(given).map(([key, value]) => [key, sample(value, key, within)]));
      case "array":
        if (given.prefixItems !== undefined) return given.prefixItems.map((item) => sample(item, name, within));
        return Array.from({ length: Math.max(1, given.minItems ?? 1) }, () =>
          sample(given.items ?? {}, name.replace(/s$/u, ""), within),
        );
      case "string":
        return (FORMATS[given.format ?? ""] ?? "text").padEnd(given.minLength ?? 0, ".").slice(0, given.maxLength);
      case "integer":
      case "number":
        return Math.max(given.minimum ?? 1, (given.exclusiveMinimum ?? 0) + 1);
      case "boolean":
        return true;
      default:
        return null;
    }
  }
}

/** Its own properties, or all keys of a record whose keys are known. */
function propertiesOf({ properties = {}, propertyNames, additionalProperties }: JsonSchema): [string, JsonSchema][] {
  const keys = typeof additionalProperties === "object" ? (propertyNames?.enum ?? []) : [];
  return [
    ...Object.entries(properties),
    ...keys.map((key): [string, JsonSchema] => [String(key), additionalProperties as JsonSchema]),
  ];
}

/** The typical value of a property with this name, if the schema allows it. */
function typical(schema: JsonSchema, name: string): unknown {
  if (!Object.hasOwn(WHEN_NAMED, name)) return undefined;
  const value = WHEN_NAMED[name];
  const isAllowed = (schema.anyOf ?? [schema]).some((one) =>
    one.enum === undefined
      ? one.const === undefined && one.format === undefined && one.type === typeOf(value)
      : one.enum.includes(value),
  );
  return isAllowed ? value : undefined;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return typeof value;
}
