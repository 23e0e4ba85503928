import { expect, test } from "vitest";
import { frameHeight, frameOf } from "./picture-frame";

test.each([
  [0, 0, { ratio: 1.6 }],
  [800, 450, { ratio: 800 / 450 }],
  [640, 640, { ratio: 1 }],
  [800, 200, { ratio: 2 }],
  [400, 800, { ratio: 0.8 }],
  [200, 200, { small: true }],
  [800, 100, { small: true }],
] as const)("CARD-02 a picture of %i by %i keeps its shape within 2:1 and 4:5", (imageWidth, imageHeight, frame) => {
  expect(frameOf({ imageWidth, imageHeight })).toEqual(frame);
});

test.each([
  [800, 400, 300, 150],
  [400, 800, 280, 350],
  [100, 90, 280, 146],
  [200, 800, 280, 296],
  [800, 100, 280, 84],
])("one of %i by %i on a card of %i is %i tall", (imageWidth, imageHeight, across, tall) => {
  expect(frameHeight({ imageWidth, imageHeight }, across)).toBe(tall);
});
