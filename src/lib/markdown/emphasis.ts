/** Letters of scripts that set no spaces between words. */
const LETTER = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`
const SIGN = String.raw`[\p{P}\p{S}]`
const TICK = '`'
/** What is left as it was typed: blocks of code, signs behind a backslash, code in a line, notes. */
const LITERAL = String.raw`^ *(?<fence>${TICK}{3,}|~{3,}).*\r?\n[^]*?^ *\k<fence>.*$|^(?: {4}|\t)\s*(?!\s|[-*+]\s|\d+[.)]\s).*$|\\[^]|(?<ticks>${TICK}+)(?!${TICK})[^]*?(?<!${TICK})\k<ticks>(?!${TICK})|<!--[^]*?-->`
/** Words of one paragraph between two stars on each side; each sign can be read in one way only. */
const STARRED = String.raw`(?<!\*)\*\*(?![\s*])(?<words>(?:\\.|${TICK}(?:[^${TICK}\n]*${TICK}|(?![^${TICK}\n]*${TICK}))|[^*\n\\${TICK}]|\*(?!\*)|\n(?!\s*\n))+?)(?<![\s*])\*\*(?!\*)`

const PART = new RegExp(`${LITERAL}|${STARRED}`, 'gmu')
const OPENS = new RegExp(`${LETTER}$`, 'u')
const BEGINS_WITH_SIGN = new RegExp(`^${SIGN}`, 'u')
const ENDS_WITH_SIGN = new RegExp(`${SIGN}$`, 'u')
const GOES_ON = new RegExp(`^${LETTER}`, 'u')

/**
 * Makes `**「words」**は` of a Markdown text strong. CommonMark takes stars between a sign and a letter
 * for no end unless there is a space, which Chinese, Japanese and Korean do not set
 * (commonmark-spec#650).
 */
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
