import { context, SpanKind, SpanStatusCode, trace, TraceFlags, type Span, type SpanContext } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import type { Log } from "#server/platform/log.ts";
import { errorType, traceWith, type OpenSpan, type Tracer } from "#server/platform/tracing.ts";
import type { TraceSampler, Traces } from "#server/platform/trace-env.ts";

/** An unreachable collector is logged a few times, not with each batch. */
const LOG_AGAIN_MILLISECONDS = 600_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const SAMPLERS: Readonly<Record<TraceSampler, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/**
 * Sends spans to the operator's collector by OTLP over HTTP (protobuf). The exporter reads address and headers from the
 * standard variables (OTEL_EXPORTER_OTLP_*). Loaded only if tracing is configured. Returns the function that flushes
 * and ends it.
 */
export function startTracing(traces: Traces, attributes: Record<string, string>, log: Log): () => Promise<void> {
  setGlobalErrorHandler(logOccasionally(log));
  const provider = new TracerProvider({
    sampler: SAMPLERS[traces.sampler](traces.ratio),
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "winnow", ...attributes }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...traces.batch })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spans = provider.getTracer("winnow");

  const tracer: Tracer = {
    begin(name, { attributes: said = {}, kind = "internal", parent, follows }) {
      const remote = parent === undefined ? null : parseTraceParent(parent);
      const link = follows === undefined || follows === null ? null : parseTraceParent(follows);
      const within = remote === null ? context.active() : trace.setSpanContext(context.active(), asRemote(remote));
      const span = spans.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes: said,
          root: follows !== undefined,
          ...(link !== null && { links: [{ context: asRemote(link) }] }),
        },
        within,
      );
      return openSpan(span);
    },
    active() {
      const span = trace.getActiveSpan();
      return span === undefined ? null : openSpan(span);
    },
  };
  traceWith(tracer);
  return async () => {
    traceWith(null);
    context.disable();
    // The export failure was logged and must not keep the process from stopping.
    await provider.shutdown().catch(() => {});
  };
}

function openSpan(span: Span): OpenSpan {
  const inside = trace.setSpan(context.active(), span);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    within: (work) => context.with(inside, work),
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail(type) {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function logOccasionally(log: Log): (error: unknown) => void {
  let loggedAt = -Infinity;
  return (error) => {
    if (performance.now() - loggedAt < LOG_AGAIN_MILLISECONDS) return;
    loggedAt = performance.now();
    log.warn({ reason: errorType(error) }, "traces not sent");
  };
}

function asRemote(spanContext: SpanContext): SpanContext {
  return { ...spanContext, isRemote: true };
}
