/**
 * The digits of what was typed or pasted as a code: out of a whole message, the six that stand
 * together, as in "Your code is 123 456, good for 10 minutes".
 */
export function readCode(typed: string): string {
  const text = typed.normalize('NFKC')
  const [six = text] = /(?<!\d)\d(?:[ -]?\d){5}(?!\d)/.exec(text) ?? []
  return six.replaceAll(/\D/g, '')
}
