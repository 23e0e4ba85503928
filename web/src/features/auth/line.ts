/** The curves behind the forms, in a box of WIDTH by HEIGHT. Pure. */

export const WIDTH = 1600;
export const HEIGHT = 960;

/** The heights of a line's start, first two control points, middle, last control point and end. */
export type Line = readonly [number, number, number, number, number, number];

const START = -40;
const MIDDLE = 800;
const END = 1660;
const CONTROLS = [320, 520, 1300] as const;

/** Returns the line as an SVG path of two cubic curves with a smooth joint. */
export function pathOf([start, first, second, middle, last, end]: Line): string {
  const [one, two, three] = CONTROLS;
  return `M${START} ${start}C${one} ${first} ${two} ${second} ${MIDDLE} ${middle}S${three} ${last} ${END} ${end}`;
}

/** A point on the line with the direction there, in radians. */
export type Spot = { x: number; y: number; angle: number };

/** Returns the point at a fraction of the line's length, from 0 to 1. */
export function spotAt([start, first, second, middle, last, end]: Line, part: number): Spot {
  const [one, two, three] = CONTROLS;
  const [xs, ys] =
    part < 0.5
      ? [[START, one, two, MIDDLE] as const, [start, first, second, middle] as const]
      : // The control point that makes it smooth mirrors the one before.
        [[MIDDLE, 2 * MIDDLE - two, three, END] as const, [middle, 2 * middle - second, last, end] as const];
  const t = part < 0.5 ? part * 2 : part * 2 - 1;
  return { x: cubic(xs, t), y: cubic(ys, t), angle: Math.atan2(slope(ys, t), slope(xs, t)) };
}

/** The number of straight segments that approximate each half of a light's run. */
const PIECES = 24;

/** Returns the keyframes of a light: from where it rests to the end of the line, then from the start back. */
export function roundTrip(place: number): { offset: number; part: number }[] {
  const leaves = 1 - place;
  const pieces = Array.from({ length: PIECES + 1 }, (_, piece) => piece / PIECES);
  return [
    ...pieces.map((done) => ({ offset: leaves * done, part: place + leaves * done })),
    // Clamped, because browsers reject offsets that rounding has put out of order or beyond 1.
    ...pieces.map((done) => ({ offset: Math.min(1, leaves + place * done), part: place * done })),
  ];
}

type Four = readonly [number, number, number, number];

function cubic([a, b, c, d]: Four, t: number): number {
  const rest = 1 - t;
  return rest ** 3 * a + 3 * rest ** 2 * t * b + 3 * rest * t ** 2 * c + t ** 3 * d;
}

function slope([a, b, c, d]: Four, t: number): number {
  const rest = 1 - t;
  return 3 * rest ** 2 * (b - a) + 6 * rest * t * (c - b) + 3 * t ** 2 * (d - c);
}
