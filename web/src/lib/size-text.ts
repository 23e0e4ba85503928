import { grouped } from "./grouped";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** "1.2 GB", "340 KB", "1 byte". */
export function sizeText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let [size, unit] = [bytes, 0];
  while (Math.round(size) >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit > 0 && size < 9.95 ? size.toFixed(1) : grouped(Math.round(size))} ${UNITS[unit]}`;
}
