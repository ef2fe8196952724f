/** Keeps Japanese particles with the Latin word before them, so that no line begins with one. */
export function keepTogether(text: string): string {
  return text.replaceAll(/(?<=[\dA-Za-z%)]) (?=\p{scx=Hira})/gu, '\u00a0')
}

/** Text without tags and entities, and the end tag of a paragraph or item after it. */
const STRETCH = /([^<>&\n]+)(<\/(?:p|li)>)?/g

/** The end of a Japanese text long enough for a second line. */
const END = /(?<=.{12})(.{4}[。」）…]?)$/su

/** A word that Chromium, which breaks lines between phrases, splits before ョ. */
const TORN = /バージョン(?=[^<>]*<)/g

/** Code that begins with a dot, which browsers attach to the word before it. */
const POINTED = /(?<=[^\s<>])(?=<code>\.)/g

/** Keeps words in Japanese HTML whole and adds break opportunities that browsers miss. */
export function keepWhole(html: string): string {
  return html.replaceAll(TORN, '<span class="end">$&</span>').replaceAll(POINTED, '<wbr>')
}

/** Keeps the last letters of each Japanese paragraph on one line. */
export function keepEnds(html: string): string {
  return html.replaceAll(STRETCH, (all: string, text: string, after?: string) =>
    after === undefined ? all : text.replace(END, '<span class="end">$1</span>') + after,
  )
}
