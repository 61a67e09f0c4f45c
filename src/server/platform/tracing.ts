/** What a span says of its work: names, numbers and ids of this program, never what a person typed. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  attributes?: SpanAttributes;
  /** `server` answers a request, `client` asks another server, `consumer` does a job, `internal` is the rest. */
  kind?: "server" | "client" | "consumer" | "internal";
  /** The caller's span, as its `traceparent` header tells it; the span under way when left out. */
  parent?: string | undefined;
  /** A span of another trace that this work follows from, as a `traceparent`; the span begins a trace of its own. */
  follows?: string | null;
}

/** A span under way. */
export interface OpenSpan {
  /** What `work` starts is within this span. */
  within<T>(work: () => T): T;
  /** How another process names this span (W3C Trace Context, `traceparent`). */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` is an error's id or name, never its message. */
  fail(type: string): void;
  end(): void;
}

/** What makes spans; open-telemetry.ts is the one there is. */
export interface Tracer {
  begin(name: string, start: SpanStart): OpenSpan;
  /** The span under way here; null outside of any. */
  active(): OpenSpan | null;
}

let tracer: Tracer | null = null;

/** Makes spans from now on, in this process; null ends it. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Whether spans are made, for whoever would have to work out what to say of one. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a span that the caller ends; null while nothing is traced, which costs nothing. */
export function beginSpan(name: string, start: SpanStart): OpenSpan | null {
  return tracer === null ? null : tracer.begin(name, start);
}

/** How the span under way is named to others; null outside of any, and while nothing is traced. */
export function activeTraceparent(): string | null {
  return tracer?.active()?.traceparent ?? null;
}

/** Does `work` within a span, which fails with it. */
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

/** What an error is called, without its words: an AppError's id, a system's code, or the name of its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { id, code } = error as { id?: unknown; code?: unknown };
  for (const name of [id, code]) if (typeof name === "string" && /^\w{1,60}$/u.test(name)) return name;
  return error.name;
}
