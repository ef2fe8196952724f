/** Lower-case letters, digits, and hyphens between them. */
const NAME = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/

/** Advice about file names, which become addresses. */
export function nameAdvice(example: string): string {
  return `is part of the address: use lower-case letters, digits, and hyphens between them only, for example ${example}`
}

/** Returns whether a file name without extension is a valid address. */
export function isName(name: string): boolean {
  return NAME.test(name)
}

/** Derives a file name from words; empty without Latin letters or digits. */
export function nameFrom(words: string): string {
  return words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Returns why a post cannot have a name that another page uses. */
export function takenName(name: string): string | undefined {
  if (/^\d+$/.test(name)) {
    return `"${name}" is a number, and /blog/${name} is page ${name} of the list: give the file a name with letters`
  }
  if (name === 'tags') return '"tags" is where topics are: give the file another name'
  return undefined
}
