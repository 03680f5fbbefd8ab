// Screenshots as pixels: decodes the PNG files that Chromium writes (8 bits a
// channel, not interlaced) and finds what differs between two of them.

import { inflateSync } from "node:zlib";

export interface Picture {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array;
}

export function decode(png: Buffer): Picture {
  const parts: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels: 3 | 4 = 3;
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      if (data[8] !== 8 || (data[9] !== 2 && data[9] !== 6) || data[12] !== 0) throw new Error("not a PNG as Chromium writes them");
      channels = data[9] === 6 ? 4 : 3;
    } else if (type === "IDAT") parts.push(data);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) unfilter(raw, y, stride, channels, pixels);
  return { width, height, channels, pixels };
}

/** Takes back the filter of one line (PNG specification, section 9). */
function unfilter(raw: Buffer, y: number, stride: number, channels: number, out: Uint8Array): void {
  const filter = raw[y * (stride + 1)]!;
  const line = y * stride;
  for (let x = 0; x < stride; x++) {
    const left = x >= channels ? out[line + x - channels]! : 0;
    const up = y > 0 ? out[line - stride + x]! : 0;
    const corner = x >= channels && y > 0 ? out[line - stride + x - channels]! : 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    out[line + x] = raw[y * (stride + 1) + 1 + x]! + guess;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const p = left + up - corner;
  const [l, u, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  if (l <= u && l <= c) return left;
  return u <= c ? up : corner;
}

export interface Difference {
  /** How many pixels differ. */
  count: number;
  /** The mean place of those that do, in pixels; meaningless when none do. */
  x: number;
  y: number;
}

/** Compares two pictures of the same size; channels may be off by a little. */
export function difference(a: Picture, b: Picture, tolerance = 8): Difference {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) throw new Error("the pictures have different sizes");
  let count = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < a.pixels.length; i += a.channels) {
    let off = 0;
    for (let c = 0; c < 3; c++) off = Math.max(off, Math.abs(a.pixels[i + c]! - b.pixels[i + c]!));
    if (off <= tolerance) continue;
    const pixel = i / a.channels;
    count++;
    x += pixel % a.width;
    y += Math.floor(pixel / a.width);
  }
  return { count, x: x / count, y: y / count };
}
