/** Frames to wait for where the browser reports no paint. */
const MOST_FRAMES = 10

/** Runs something after the first paint, so that its requests do not delay text and font. */
export function afterPaint(run: () => void): void {
  let frames = 0
  const look = (): void => {
    const wasSeen = performance.getEntriesByName('first-contentful-paint').length > 0
    if (wasSeen || frames++ === MOST_FRAMES) setTimeout(run)
    else requestAnimationFrame(look)
  }
  if (document.hidden) run()
  else requestAnimationFrame(look)
}
