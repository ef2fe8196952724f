/** Letters of scripts that set no spaces between words. */
const LETTER = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`
const SIGN = String.raw`[\p{P}\p{S}]`
const TICK = '`'
/** Parts that stay as typed: code, escaped characters, comments. */
const LITERAL = String.raw`^ *(?<fence>${TICK}{3,}|~{3,}).*\r?\n[^]*?^ *\k<fence>.*$|^(?: {4}|\t)\s*(?!\s|[-*+]\s|\d+[.)]\s).*$|\\[^]|(?<ticks>${TICK}+)(?!${TICK})[^]*?(?<!${TICK})\k<ticks>(?!${TICK})|<!--[^]*?-->`
/** Text between two stars on each side; each character matches in one way only. */
const STARRED = String.raw`(?<!\*)\*\*(?![\s*])(?<words>(?:\\.|${TICK}(?:[^${TICK}\n]*${TICK}|(?![^${TICK}\n]*${TICK}))|[^*\n\\${TICK}]|\*(?!\*)|\n(?!\s*\n))+?)(?<![\s*])\*\*(?!\*)`

const PART = new RegExp(`${LITERAL}|${STARRED}`, 'gmu')
const OPENS = new RegExp(`${LETTER}$`, 'u')
const BEGINS_WITH_SIGN = new RegExp(`^${SIGN}`, 'u')
const ENDS_WITH_SIGN = new RegExp(`${SIGN}$`, 'u')
const GOES_ON = new RegExp(`^${LETTER}`, 'u')

/** Makes `**「words」**は` strong, which CommonMark rejects without spaces (commonmark-spec#650). */
export function withEmphasis(text: string): string {
  if (!text.includes('**')) return text
  return text.replaceAll(PART, (whole: string, ...rest: unknown[]) => {
    const { words } = rest.at(-1) as { words?: string }
    const at = rest.at(-3) as number
    if (words === undefined) return whole
    const isLost =
      (BEGINS_WITH_SIGN.test(words) && OPENS.test(text.slice(Math.max(0, at - 2), at))) ||
      (ENDS_WITH_SIGN.test(words) && GOES_ON.test(text.slice(at + whole.length)))
    return isLost ? `<strong>${words}</strong>` : whole
  })
}
