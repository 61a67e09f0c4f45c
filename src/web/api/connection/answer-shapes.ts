import type { z } from "zod";
import { endpoints } from "#shared/contract/endpoints.ts";
import { WHEN_MISSING } from "#shared/contract/leads/when-missing.ts";
import type { AnswerShapes, Shape } from "#web/api/connection/fit-answer.ts";

/**
 * The shapes of all answers, from the contract. The build replaces this module, because the schemas are as large as
 * the rest of the first screen, and adds shapesOf to the modules that name endpoints.
 */
export const answerShapes: AnswerShapes = readShapes(
  Object.entries(endpoints).map(([key, { response }]): [string, z.ZodType] => [key, response]),
);

/** The shapes of some endpoints' answers with the objects in them. */
export function shapesOf(keys: readonly string[]): AnswerShapes {
  const { answers, objects } = answerShapes;
  const found: AnswerShapes = { answers: {}, objects: {} };
  const add = (shape: Shape): void => {
    if (typeof shape === "object" && !("options" in shape)) Object.values(shape).forEach(add);
    const object = typeof shape === "number" ? objects[shape] : undefined;
    if (typeof shape !== "number" || object === undefined || shape in found.objects) return;
    found.objects[shape] = object;
    Object.values(object.fields).forEach(add);
  };
  for (const key of keys) {
    const answer = answers[key];
    if (answer === undefined) throw new Error(`The contract has no ${key}`);
    found.answers[key] = answer;
    add(answer);
  }
  return found;
}

function readShapes(responses: readonly [string, z.ZodType][]): AnswerShapes {
  const objects: AnswerShapes["objects"][number][] = [];
  const known = new Map<z.ZodType, number>();

  const shapeOf = (schema: z.core.$ZodType): Shape => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case "string":
        return "text";
      case "number":
        return "number";
      case "boolean":
        return "flag";
      case "null":
        return "nothing";
      case "array":
        return { list: shapeOf(def.element) };
      case "record":
        return { record: shapeOf(def.valueType) };
      case "nullable":
        return { orNull: shapeOf(def.innerType) };
      case "optional":
        return { maybe: shapeOf(def.innerType) };
      case "default":
        return shapeOf(def.innerType);
      case "enum":
        return { options: Object.values(def.entries) };
      case "literal":
        return { options: def.values.filter((value) => typeof value === "string" || typeof value === "number") };
      case "object":
        return objectOf(schema as z.ZodObject);
      default:
        return "any";
    }
  };
  const objectOf = (schema: z.ZodObject): Shape => {
    const index = known.get(schema) ?? objects.length;
    if (known.has(schema)) return index;
    known.set(schema, index);
    const object: AnswerShapes["objects"][number] = { fields: {} };
    objects.push(object);
    const missing = WHEN_MISSING.get(schema);
    if (missing !== undefined) object.missing = missing;
    for (const [field, inner] of Object.entries<z.core.$ZodType>(schema.shape)) object.fields[field] = shapeOf(inner);
    return index;
  };
  return { answers: Object.fromEntries(responses.map(([key, response]) => [key, shapeOf(response)])), objects };
}
