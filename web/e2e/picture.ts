import { crc32, deflateSync } from "node:zlib";

/** A PNG of a sea at night under a moon. */
export function picture(width: number, height: number, seed: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) {
      const moon = Math.hypot(x - width * 0.64, y - height * 0.3);
      const glow = Math.max(0, 1 - moon / 260) ** 2;
      const sea = y > height * 0.6 ? 1 - y / height : 0.1 + (0.5 * y) / height;
      const wave = y > height * 0.6 && Math.abs(x - width * 0.64) < y / 3 && (y * 7 + x + seed) % 23 < 6 ? 60 : 0;
      const light = moon < 46 ? 235 : 200 * glow + wave;
      row.set(
        [light + 20 * sea, light * 0.93 + 50 * sea, light * 0.75 + 110 * sea].map((n) => Math.min(255, n)),
        1 + x * 3,
      );
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
