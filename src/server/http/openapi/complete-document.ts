import { exampleOf, type JsonSchema } from "#server/http/openapi/example-of.ts";
import { usedComponents } from "#server/http/openapi/named-schemas.ts";
import { problem } from "#server/http/problem.ts";

const { STATUS_CODES } = process.getBuiltinModule("node:http");

interface Content {
  schema?: JsonSchema;
  example?: unknown;
}
type Headers = Record<string, { description: string; schema: JsonSchema }>;
interface Answer {
  $ref?: string;
  description?: string;
  headers?: Headers;
  content?: Record<string, Content>;
}
interface Operation {
  operationId?: string;
  parameters?: { name: string; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses?: Record<string, Answer>;
}
type Paths = Record<string, Record<string, Operation>>;
const PAGE_HEADERS: Headers = {
  link: { description: 'The next page, as <URL>; rel="next"', schema: { type: "string" } },
};
const COUNTED: ReadonlySet<string | undefined> = new Set(["getLeads", "getGmailEmails"]);
const COUNT_HEADERS: Headers = {
  "x-total-count": { description: "The size of the list, over all pages", schema: { type: "integer" } },
  "x-total-count-exact": { description: "False if there are more", schema: { type: "boolean" } },
};
const WAIT_HEADER: Headers = {
  "retry-after": { description: "Seconds to wait", schema: { type: "integer" } },
};

interface Document {
  paths?: Paths;
  webhooks?: Paths;
  components?: { schemas?: Record<string, JsonSchema> };
}

/**
 * The document with only the schemas it uses, an example of everything, the types of streamed bodies, and each problem
 * described once.
 */
export function completed(generated: object, bodyTypes: ReadonlyMap<string, string>): object {
  const { components = {}, ...rest } = generated as Document;
  const used = usedComponents(rest, components.schemas ?? {});
  const { paths = {}, webhooks = {} } = used.document as Document;
  const schemas = used.schemas as Record<string, JsonSchema>;
  const problems: Record<string, Answer> = {};
  for (const operation of [...operationsOf(paths), ...operationsOf(webhooks)]) {
    const type = bodyTypes.get(operation.operationId ?? "");
    if (type !== undefined) {
      operation.requestBody = { required: true, content: { [type]: { schema: { type: "string", format: "binary" } } } };
    }
    for (const parameter of operation.parameters ?? []) {
      const { name, schema = {} } = parameter;
      parameter.example = (exampleOf({ type: "object", properties: { [name]: schema } }, schemas) as never)[name];
    }
    if (operation.requestBody !== undefined) addExamples(operation.requestBody.content, schemas);
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      if (answer.description === "Default Response") answer.description = STATUS_CODES[status] ?? "OK";
      const [of] = Object.entries(answer.content ?? {});
      if (of?.[1].schema?.type === "array" && operation.parameters?.some(({ name }) => name === "cursor") === true) {
        answer.headers = { ...PAGE_HEADERS, ...(COUNTED.has(operation.operationId) && COUNT_HEADERS) };
      }
      if (of?.[0] !== "application/problem+json") addExamples(answer.content ?? {}, schemas);
      else operation.responses = { ...operation.responses, [status]: once(problems, status, answer, of[1]) };
    }
  }
  return { ...used.document, components: { ...components, responses: problems, schemas } };
}

function operationsOf(paths: Paths): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function addExamples(contents: Record<string, Content>, schemas: Record<string, JsonSchema>): void {
  const json = contents["application/json"];
  if (json?.schema !== undefined) json.example = exampleOf(json.schema, schemas);
}

/** Describes the problem under its status, and returns a reference to it. */
function once(problems: Record<string, Answer>, status: string, answer: Answer, content: Content): Answer {
  const name = `Problem${status === "default" ? "" : status}`;
  const detail = `${answer.description ?? ""}.`;
  content.example = problem("problem", Number(status) || 500, detail);
  if (["429", "default"].includes(status)) answer.headers = WAIT_HEADER;
  problems[name] ??= answer;
  return { $ref: `#/components/responses/${name}` };
}
