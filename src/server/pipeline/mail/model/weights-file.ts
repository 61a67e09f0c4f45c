import { FACTORS, type TextModel } from "./text-model.ts";

/** Weights are integer multiples of this. */
const STEP = 1 / 4096;
/** Factors are integer multiples of this. */
const FACTOR_STEP = 1 / 256;

interface WeightsFile {
  bias: number;
  calibration: TextModel["calibration"];
  /** Base64 of ascending little-endian 32-bit hashes, and of a 16-bit multiple of STEP for each. */
  hashes: string;
  steps: string;
  /** Base64 of ascending hashes as above, and of an 8-bit multiple of FACTOR_STEP for each factor. */
  paired: string;
  factors: string;
}

/** Parses a weights file. Throws if the text is not one. */
export function parseWeights(text: string): TextModel {
  const {
    bias,
    calibration,
    hashes = "",
    steps = "",
    paired = "",
    factors = "",
  } = JSON.parse(text) as Partial<WeightsFile>;
  const keys = Buffer.from(hashes, "base64");
  const values = Buffer.from(steps, "base64");
  const pairKeys = Buffer.from(paired, "base64");
  const pairValues = Buffer.from(factors, "base64");
  const numbers = [bias, calibration?.slope, calibration?.offset, calibration?.sender];
  const isWhole = keys.length === 2 * values.length && pairKeys.length * FACTORS === 4 * pairValues.length;
  if (!calibration || bias === undefined || !numbers.every(Number.isFinite) || !isWhole) {
    throw new Error("The weights of the text model are damaged. Run npm run train to rebuild them.");
  }
  const weights = new Map<number, number>();
  for (let at = 0; at < keys.length / 4; at += 1)
    weights.set(keys.readUInt32LE(4 * at), STEP * values.readInt16LE(2 * at));
  const pairs = new Map<number, Float64Array>();
  for (let at = 0; at < pairKeys.length / 4; at += 1) {
    const own = pairValues.subarray(at * FACTORS, (at + 1) * FACTORS);
    pairs.set(
      pairKeys.readUInt32LE(4 * at),
      Float64Array.from(own, (_, factor) => FACTOR_STEP * own.readInt8(factor)),
    );
  }
  return { bias, calibration, weights, pairs, shifts: new Map() };
}

/** Deterministic: the same model always produces the same bytes. */
export function formatWeights({ bias, calibration, weights, pairs }: TextModel): string {
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  const stepsOf = (weight: number) => Math.max(-32_768, Math.min(32_767, Math.round(weight / STEP)));
  const factorStepsOf = (factor: number) => Math.max(-128, Math.min(127, Math.round(factor / FACTOR_STEP)));
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
  const paired = [...pairs].toSorted(([one], [other]) => one - other);
  const pairKeys = Buffer.alloc(4 * paired.length);
  for (const [at, [hash]] of paired.entries()) pairKeys.writeUInt32LE(hash, 4 * at);
  const file: WeightsFile = {
    bias: rounded(bias),
    calibration: {
      slope: rounded(calibration.slope),
      offset: rounded(calibration.offset),
      sender: rounded(calibration.sender),
    },
    hashes: keys.toString("base64"),
    steps: values.toString("base64"),
    paired: pairKeys.toString("base64"),
    factors: Buffer.from(Int8Array.from(paired.flatMap(([, own]) => [...own].map(factorStepsOf)))).toString("base64"),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
