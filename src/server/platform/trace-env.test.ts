import { expect, test } from "vitest";
import { readTraceEnv } from "#server/platform/trace-env.ts";

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test.each([{ OTEL_SDK_DISABLED: "true" }, { OTEL_SDK_DISABLED: "TRUE" }, { OTEL_TRACES_EXPORTER: "none" }])(
  "%o switches traces off",
  (env) => {
    expect(readTraceEnv({ ...COLLECTOR, ...env })).toEqual({ success: true, data: null });
  },
);

test("needs a collector", () => {
  expect(readTraceEnv({})).toEqual({ success: true, data: null });
  expect(readTraceEnv(COLLECTOR).data).toMatchObject({ sampler: "parentbased_always_on", ratio: 1 });
});

test.each([
  [{ OTEL_TRACES_SAMPLER: "always_off" }, { sampler: "always_off" }],
  [
    { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
    { sampler: "traceidratio", ratio: 0.25 },
  ],
])("reads the sampler of %o", (env, traces) => {
  expect(readTraceEnv({ ...COLLECTOR, ...env }).data).toMatchObject(traces);
});
