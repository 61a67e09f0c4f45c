import type { TextModel } from "./text-model.ts";

/** Weights are integer multiples of this. */
const STEP = 1 / 4096;

interface WeightsFile {
  bias: number;
  calibration: TextModel["calibration"];
  /** Base64 of ascending little-endian 32-bit hashes, and of a 16-bit multiple of STEP for each. */
  hashes: string;
  steps: string;
}

/** Parses a weights file. Throws if the text is not one. */
export function parseWeights(text: string): TextModel {
  const { bias, calibration, hashes = "", steps = "" } = JSON.parse(text) as Partial<WeightsFile>;
  const keys = Buffer.from(hashes, "base64");
  const values = Buffer.from(steps, "base64");
  const numbers = [bias, calibration?.slope, calibration?.offset, calibration?.sender];
  if (!calibration || bias === undefined || !numbers.every(Number.isFinite) || keys.length !== 2 * values.length) {
    throw new Error("The weights of the text model are damaged. Run npm run train to rebuild them.");
  }
  const weights = new Map<number, number>();
  for (let at = 0; at < keys.length / 4; at += 1)
    weights.set(keys.readUInt32LE(4 * at), STEP * values.readInt16LE(2 * at));
  return { bias, calibration, weights, shifts: new Map() };
}

/** Deterministic: the same model always produces the same bytes. */
export function formatWeights({ bias, calibration, weights }: TextModel): string {
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  const stepsOf = (weight: number) => Math.max(-32_768, Math.min(32_767, Math.round(weight / STEP)));
  const known = [...weights]
    .map(([hash, weight]) => [hash, stepsOf(weight)] as const)
    .filter(([, steps]) => steps !== 0)
    .toSorted(([one], [other]) => one - other);
  const keys = Buffer.alloc(4 * known.length);
  const values = Buffer.alloc(2 * known.length);
  for (const [at, [hash, steps]] of known.entries()) {
    keys.writeUInt32LE(hash, 4 * at);
    values.writeInt16LE(steps, 2 * at);
  }
  const file: WeightsFile = {
    bias: rounded(bias),
    calibration: {
      slope: rounded(calibration.slope),
      offset: rounded(calibration.offset),
      sender: rounded(calibration.sender),
    },
    hashes: keys.toString("base64"),
    steps: values.toString("base64"),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
