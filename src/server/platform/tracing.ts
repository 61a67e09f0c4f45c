/** Attributes of a span: names, numbers and ids of this program, never what a person typed. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  attributes?: SpanAttributes;
  /** `server` answers a request, `client` calls another server, `consumer` runs a job, `internal` is the rest. */
  kind?: "server" | "client" | "consumer" | "internal";
  /** The parent's `traceparent`; defaults to the current span. */
  parent?: string | undefined;
  /** The `traceparent` of a span this work follows from; the new span begins its own trace. */
  follows?: string | null;
}

/** A running span. */
export interface OpenSpan {
  /** What `work` starts is inside this span. */
  within<T>(work: () => T): T;
  /** How another process refers to this span (W3C Trace Context, `traceparent`). */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is an error's id or name, never its message. */
  fail(type: string): void;
  end(): void;
}

/** Creates spans; implemented by open-telemetry.ts. */
export interface Tracer {
  begin(name: string, start: SpanStart): OpenSpan;
  /** The current span; null outside of any. */
  active(): OpenSpan | null;
}

let tracer: Tracer | null = null;

/** Starts creating spans in this process; null stops it. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Whether spans are created, for callers that would have to compute attributes. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a span that the caller ends; null without tracing, which costs nothing. */
export function beginSpan(name: string, start: SpanStart): OpenSpan | null {
  return tracer === null ? null : tracer.begin(name, start);
}

/** How others refer to the current span; null outside of any and without tracing. */
export function activeTraceparent(): string | null {
  return tracer?.active()?.traceparent ?? null;
}

/** Runs `work` in a span, which fails with it. */
export function inSpan<T>(name: string, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, start);
  return span === null ? work() : within(span, work);
}

async function within<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await span.within(work);
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** An error's type without its message: an AppError's id, a system code, or the class name. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { id, code } = error as { id?: unknown; code?: unknown };
  for (const name of [id, code]) if (typeof name === "string" && /^\w{1,60}$/u.test(name)) return name;
  return error.name;
}
