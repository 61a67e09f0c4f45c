import type { TextModel } from "./text-model.ts";

/** The weights file: JSON, a line a feature, by name. Throws when the text is not one. */
export function parseWeights(text: string): TextModel {
  const parsed = JSON.parse(text) as Partial<Omit<TextModel, "weights"> & { weights: Record<string, number> }>;
  const { bias, calibration, weights } = parsed;
  const numbers = [bias, calibration?.slope, calibration?.offset, ...Object.values(weights ?? {})];
  if (!weights || !calibration || bias === undefined || !numbers.every(Number.isFinite)) {
    throw new Error("The weights of the text model are damaged. Make them anew with npm run train.");
  }
  return { bias, calibration, weights: new Map(Object.entries(weights)) };
}

/** Names in the order of their code units, four decimals: the same model is the same file, byte for byte. */
export function formatWeights({ bias, calibration, weights }: TextModel): string {
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  const named = [...weights]
    .map(([name, weight]) => [name, rounded(weight)] as const)
    .filter(([, weight]) => weight !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const file = {
    bias: rounded(bias),
    calibration: { slope: rounded(calibration.slope), offset: rounded(calibration.offset) },
    weights: Object.fromEntries(named),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
