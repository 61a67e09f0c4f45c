import { z } from "zod";
import {
  failureReason,
  jsonOf,
  ModelError,
  postCompletion,
  type LanguageModel,
} from "#server/delivery/language-model/completions.ts";
import { inSpan } from "#server/platform/tracing.ts";

/** A question whose answer is JSON in a given schema. */
export interface JsonQuestion<T> {
  /** The schema's name: letters, digits and underscores. */
  name: string;
  schema: z.ZodType<T>;
  system: string;
  user: string;
  maxTokens: number;
}

const Completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }))
    .min(1),
});

/**
 * Asks the model for JSON (`response_format: json_schema`), within `milliseconds` or the operator's timeout, whichever
 * is shorter. Throws ModelError, or the reason of `signal`.
 */
export function askForJson<T>(
  model: LanguageModel,
  question: JsonQuestion<T>,
  { signal, milliseconds }: { signal: AbortSignal; milliseconds: number },
): Promise<T> {
  const tooLate = AbortSignal.timeout(Math.min(milliseconds, model.milliseconds));
  return inSpan("language model", { kind: "client" }, async () => {
    try {
      return await ask(model, question, AbortSignal.any([signal, tooLate]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) throw error;
      throw new ModelError(failureReason(error, tooLate), isTimeout(error, tooLate) ? "request" : "service");
    }
  });
}

/** Undici's own timeouts may fire first. */
function isTimeout(error: unknown, tooLate: AbortSignal): boolean {
  return tooLate.aborted || (error instanceof Error && /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/u.test(codeOf(error)));
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

async function ask<T>(model: LanguageModel, question: JsonQuestion<T>, signal: AbortSignal): Promise<T> {
  const { name, schema, system, user, maxTokens } = question;
  const { pieces } = await postCompletion(
    model,
    {
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      temperature: 0,
      max_tokens: maxTokens,
      response_format: { type: "json_schema", json_schema: { name, strict: true, schema: jsonSchema(schema) } },
    },
    { signal },
  );
  let whole = "";
  for await (const piece of pieces) whole += piece;
  const completion = Completion.safeParse(jsonOf(whole));
  const [choice] = completion.data?.choices ?? [];
  if (choice === undefined) throw new ModelError("garbage");
  if (choice.finish_reason === "length" || choice.finish_reason === "content_filter") throw new ModelError("cut off");
  const answer = schema.safeParse(jsonOf(choice.message.content ?? ""));
  if (!answer.success) throw new ModelError("doesn't match the schema");
  return answer.data;
}

/** Drops the `$schema` key, since some servers reject unknown keys. */
function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
