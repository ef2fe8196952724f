/** Digits of every code that the server sends. */
const LENGTH = 6

/**
 * The digits of what was typed or pasted as a code: out of a whole message, the six that stand
 * together, as in "Your code is 123 456, good for 10 minutes". Empty where there are more or fewer,
 * which is no code.
 */
export function readCode(typed: string): string {
  const text = typed.normalize('NFKC')
  const [six = text] = /(?<!\d)\d(?:[ -]?\d){5}(?!\d)/.exec(text) ?? []
  const digits = six.replaceAll(/\D/g, '')
  return digits.length === LENGTH ? digits : ''
}
