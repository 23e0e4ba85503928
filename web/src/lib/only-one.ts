let playing: { by: object; pause: () => void } | undefined;

/** Registers a recording that starts playing, and pauses the one before. */
export function startOnly(by: object, pause: () => void): void {
  if (playing && playing.by !== by) playing.pause();
  playing = { by, pause };
}

/** Forgets a player that is gone. */
export function stopOnly(by: object): void {
  if (playing?.by === by) playing = undefined;
}
