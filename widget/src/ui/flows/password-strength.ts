/** Estimated strength of a password: 0 is guessed at once, 4 hardly ever. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** Reason why a password is weak, where there is a single one. */
export type Weakness = 'common' | 'personal' | 'repeated' | 'short'

/** The most common passwords; the server knows thousands. */
const common =
  'password passwort passw0rd qwerty qwertz azerty letmein welcome iloveyou monkey dragon sunshine princess football baseball superman batman master shadow michael jordan charlie trustno abc123 login admin secret hello freedom whatever starwars pokemon computer internet samsung google summer winter sakura himitsu aikotoba konnichiwa arigato woaini nihao'.split(
    ' ',
  )

/** Runs of the alphabet and the keyboard. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]

/** Estimates a password as it is typed, by what is left without words, runs and repetitions. */
export function judgePassword(
  typed: string,
  personal: readonly string[],
): { strength: Strength; weakness?: Weakness } {
  const text = typed.normalize('NFKC').toLowerCase()
  const length = Array.from(text).length
  if (length < 8) return { strength: 0, weakness: 'short' }
  const plain = text
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll(/[4@]/g, 'a')
    .replaceAll(/[5$]/g, 's')
  const found = common.find((word) => text.includes(word) || plain.includes(word))
  const own = personal
    .flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3 && text.includes(part))
  // Each known part counts as a single character.
  const known = found === undefined ? own : [found, ...own]
  const base = found === undefined || text.includes(found) ? text : plain
  const rest = shorten(known.reduce((left, part) => left.replace(part, '*'), base))
  const kinds = new Set(rest).size
  const worth = Math.min(rest.length, kinds * 2)
  const strength: Strength = worth < 5 ? 0 : worth < 8 ? 1 : worth < 11 ? 2 : worth < 15 ? 3 : 4
  if (strength >= 3) return { strength }
  if (found !== undefined) return { strength, weakness: 'common' }
  if (own.length > 0) return { strength, weakness: 'personal' }
  return rest.length <= length / 2 ? { strength, weakness: 'repeated' } : { strength }
}

// Replaces runs such as `aaaa`, `1234` and `fdsa` by one character.
function shorten(text: string): string {
  let kept = ''
  let at = 0
  while (at < text.length) {
    const run = Math.max(...sequences.map((line) => runAt(text, at, line)), sameAt(text, at))
    kept += text.slice(at, at + (run >= 3 ? 1 : run))
    at += run
  }
  return kept
}

function runAt(text: string, at: number, line: string): number {
  const back = Array.from(line).toReversed().join('')
  let length = 1
  while (
    at + length < text.length &&
    [line, back].some((one) => one.includes(text.slice(at, at + length + 1)))
  ) {
    length += 1
  }
  return length
}

function sameAt(text: string, at: number): number {
  let length = 1
  while (text[at + length] === text[at]) length += 1
  return length
}
