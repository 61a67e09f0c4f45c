import { z } from "zod";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
export type TraceSampler = (typeof SAMPLERS)[number];

const protocol = z.literal("http/protobuf", "only http/protobuf is supported").optional();
const endpoint = z.url({ protocol: /^https?$/u, message: "must be an http or https URL" }).optional();
const whole = z.coerce.number().int().min(1).max(1_000_000).optional();

/**
 * The standard variables that Winnow reads itself (OpenTelemetry, "Environment Variable Specification"); the exporter
 * and the resource read address, headers and service name from theirs.
 */
const Environment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: whole,
  OTEL_BSP_EXPORT_TIMEOUT: whole,
  OTEL_BSP_MAX_QUEUE_SIZE: whole,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: whole,
});

/** How traces are made if the operator wants them. */
export interface Traces {
  sampler: TraceSampler;
  /** The share of traces a ratio sampler keeps, 0 to 1. */
  ratio: number;
  batch: {
    scheduledDelayMillis?: number;
    exportTimeoutMillis?: number;
    maxQueueSize?: number;
    maxExportBatchSize?: number;
  };
}

/**
 * Returns what the variables ask for; null without a collector's address or if they switch tracing off. Then the others
 * are ignored: they may be meant for another program.
 */
export function readTraceEnv(set: Record<string, string | undefined>): z.ZodSafeParseResult<Traces | null> {
  const isNamed = "OTEL_EXPORTER_OTLP_ENDPOINT" in set || "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" in set;
  const isOff = set["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || set["OTEL_TRACES_EXPORTER"] === "none";
  return isNamed && !isOff ? Environment.transform(tracesOf).safeParse(set) : { success: true, data: null };
}

function tracesOf(env: z.output<typeof Environment>): Traces {
  const {
    OTEL_BSP_SCHEDULE_DELAY: delay,
    OTEL_BSP_EXPORT_TIMEOUT: timeout,
    OTEL_BSP_MAX_QUEUE_SIZE: queue,
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: batch,
  } = env;
  return {
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    batch: {
      ...(delay !== undefined && { scheduledDelayMillis: delay }),
      ...(timeout !== undefined && { exportTimeoutMillis: timeout }),
      ...(queue !== undefined && { maxQueueSize: queue }),
      ...(batch !== undefined && { maxExportBatchSize: batch }),
    },
  };
}
