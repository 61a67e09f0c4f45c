import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

interface Indexed {
  width: number;
  height: number;
  /** Three bytes per color. */
  colors: number[];
  /** One byte per pixel, row by row, in base64. */
  pixels: string;
}

/**
 * The same picture as a PNG with at most 256 colors, at half the size: the most frequent ones, with the nearest of them
 * in place of each other one. `page` decodes it, so that no decoder is needed here. See the PNG specification (W3C),
 * color type 3.
 */
export async function palettePng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, colors, pixels } = await page.evaluate(toIndexed, png.toString("base64"));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const indices = Buffer.from(pixels, "base64");
  // Each row begins with its filter type: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) indices.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colors)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Runs in the browser, so it can't use anything from outside. */
async function toIndexed(png: string): Promise<Indexed> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const all = new Uint32Array(data.buffer);
  const counts = new Map<number, number>();
  for (const color of all) counts.set(color, (counts.get(color) ?? 0) + 1);
  const chosen = [...counts.keys()].toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const palette = chosen.slice(0, 256).map((color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]);
  const indexOf = new Map(
    chosen.map((color, rank) => {
      if (rank < palette.length) return [color, rank];
      const distances = palette.map(
        ([red = 0, green = 0, blue = 0]) =>
          (red - (color & 255)) ** 2 + (green - ((color >> 8) & 255)) ** 2 + (blue - ((color >> 16) & 255)) ** 2,
      );
      return [color, distances.indexOf(Math.min(...distances))];
    }),
  );
  const indices = Uint8Array.from(all, (color) => indexOf.get(color) ?? 0);
  // String.fromCharCode takes its bytes as arguments, whose number is limited.
  let pixels = "";
  for (let at = 0; at < indices.length; at += width) {
    pixels += String.fromCharCode(...indices.subarray(at, at + width));
  }
  return { width, height, colors: palette.flat(), pixels: btoa(pixels) };
}
