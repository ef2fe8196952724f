/** Keeps Japanese particles with the Latin word before them, so that no line begins with one. */
export function keepTogether(text: string): string {
  return text.replaceAll(/(?<=[\dA-Za-z%)]) (?=\p{scx=Hira})/gu, '\u00a0')
}

/** A stretch of text without tags and signs in escapes, and the end of a paragraph or item after it. */
const STRETCH = /([^<>&\n]+)(<\/(?:p|li)>)?/g

/** What ends in Japanese: enough of it for a second line, and its last letters. */
const END = /(?<=.{12})(.{4}[。」）…]?)$/su

/** A word that Chromium, which breaks lines where phrases end, takes for two, so that a line would begin with ョ. */
const TORN = /バージョン(?=[^<>]*<)/g

/** Code that begins with a point: browsers hold the point for the end of what is before, and keep both on a line. */
const POINTED = /(?<=[^\s<>])(?=<code>\.)/g

/** Marks words in Japanese HTML that a browser would tear apart, and a place to break that it misses. */
export function keepWhole(html: string): string {
  return html.replaceAll(TORN, '<span class="end">$&</span>').replaceAll(POINTED, '<wbr>')
}

/** Marks the last letters of each paragraph in Japanese HTML, so that no line holds one or two of them. */
export function keepEnds(html: string): string {
  return html.replaceAll(STRETCH, (all: string, text: string, after?: string) =>
    after === undefined ? all : text.replace(END, '<span class="end">$1</span>') + after,
  )
}
