const FIELD = /^([a-z][A-Za-z]*): +(\S.*(?<=\S))$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const WORDS = /^\[([a-z][a-z-]*(?:, [a-z][a-z-]*)*)\]$/
/** Begins with a letter, which no sign of YAML is. */
const TEXT = /^\p{L}/u
/** What YAML reads as something else than the text that stands there. */
const MEANING = /: | #|:$|\p{Cc}|^(?:null|true|false)$/iu

/**
 * The values of a head whose fields are all plain: a text, a day or a list of words, on a line each.
 * Nearly every head is such; others are undefined here, and left to the parser of YAML, which takes
 * many times as long.
 */
export function plainFields(head: string): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const line of head.replace(/\n$/, '').split('\n')) {
    const [, name = '', text = ''] = FIELD.exec(line) ?? []
    const value = valueOf(text)
    if (value === undefined || Object.hasOwn(values, name)) return undefined
    values[name] = value
  }
  return values
}

function valueOf(text: string): string | string[] | undefined {
  if (DAY.test(text)) return text
  if (TEXT.test(text)) return MEANING.test(text) ? undefined : text
  const words = WORDS.exec(text)?.[1]?.split(', ')
  return words?.some((word) => MEANING.test(word)) ? undefined : words
}
