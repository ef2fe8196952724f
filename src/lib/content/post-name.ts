/** Lower-case letters, digits, and hyphens between them. */
const NAME = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/

/** What a name of a file should be like, as it is part of an address. */
export function nameAdvice(example: string): string {
  return `is part of the address: use lower-case letters, digits, and hyphens between them only, for example ${example}`
}

/** Whether a name, without the ending of its file, is one that can be typed as an address. */
export function isName(name: string): boolean {
  return NAME.test(name)
}

/** The name that is nearest to some words; empty when they have no Latin letters or digits. */
export function nameFrom(words: string): string {
  return words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Says why a post cannot have a name, whose address is that of another page. */
export function takenName(name: string): string | undefined {
  if (/^\d+$/.test(name)) {
    return `"${name}" is a number, and /blog/${name} is page ${name} of the list: give the file a name with letters`
  }
  if (name === 'tags') return '"tags" is where topics are: give the file another name'
  return undefined
}
