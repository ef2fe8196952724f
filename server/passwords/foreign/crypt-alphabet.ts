const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the number that a character stands for; -1 for others. */
export function cryptValue(character: string): number {
  return ALPHABET.indexOf(character)
}

/** Writes bytes, three at a time with the first lowest, as 6 bits a character. */
export function cryptText(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.slice(at, at + 3)
    let value = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    for (let written = 0; written <= group.length; written++) {
      text += ALPHABET[value & 63]
      value >>>= 6
    }
  }
  return text
}
