/**
 * Runs something when the page has been drawn once as it stands, at once where nothing is drawn: what
 * it fetches then shares no network with the text and its font. From `first.js`, which every page has
 * already: a file of its own would be one more to wait for.
 */
declare function afterPaint(run: () => void): void
