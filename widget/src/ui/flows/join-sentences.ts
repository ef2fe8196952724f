import type { Messages } from '../../messages/messages.ts'

/** Joins sentences as the language does; undefined and false are left out. */
export function joinSentences(
  { both }: Messages['common'],
  ...sentences: readonly (string | false | undefined)[]
): string {
  const [first = '', ...others] = sentences.filter((sentence): sentence is string =>
    Boolean(sentence),
  )
  return others.reduce((text, sentence) => both(text, sentence), first)
}
