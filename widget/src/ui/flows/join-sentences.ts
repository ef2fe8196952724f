import type { Messages } from '../../messages/messages.ts'

/** Joins sentences as the language does; undefined and false are left out. */
export function joinSentences(
  { twoSentences }: Messages['common'],
  ...sentences: readonly (string | false | undefined)[]
): string {
  const [first = '', ...others] = sentences.filter((sentence): sentence is string =>
    Boolean(sentence),
  )
  return others.reduce((text, sentence) => twoSentences(text, sentence), first)
}
