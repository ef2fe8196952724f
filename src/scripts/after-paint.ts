/** Some browsers do not tell, and others draw nothing that counts; then so many frames are enough. */
const MOST_FRAMES = 10

/**
 * Runs something once the page has been seen as it stands, and at once where nothing is drawn: what
 * it fetches then shares no network with the text and its font.
 */
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
