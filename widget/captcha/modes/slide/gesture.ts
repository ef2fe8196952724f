/** A distance on the screen in units of the picture, however large that is shown. */
export function toPicture(distance: number, shownWidth: number, pictureWidth: number): number {
  return shownWidth > 0 ? (distance / shownWidth) * pictureWidth : 0
}

/** Keeps a place inside the picture, on whole units. */
export function clampPlace(x: number, last: number): number {
  return Math.round(Math.min(last, Math.max(0, x)))
}
