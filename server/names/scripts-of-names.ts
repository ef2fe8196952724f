/** Scripts in use (Unicode UAX 31, tables 5 and 7). */
const scripts = (
  'Adlm Arab Armn Bali Beng Bopo Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Java ' +
  'Kana Khmr Knda Laoo Latn Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tfng Thaa Thai Tibt Vaii Yiii'
).split(' ')

/** Scripts that are written together (Unicode TS 39, "highly restrictive"). */
const mixtures = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
]

const alphabets = [...scripts.map((script) => [script]), ...mixtures].map((members) => {
  const classes = ['Zyyy', 'Zinh', ...members].map((script) => `\\p{scx=${script}}`).join('')
  return new RegExp(`^[${classes}]*$`, 'u')
})

/**
 * Returns whether a word of a name mixes scripts that nobody writes together, as in a Latin word with
 * a Cyrillic а. A hyphen ends a word: `IT-компания`.
 */
export function mixesScripts(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}\p{S}'’._&]+/u)
  return words.some((word) => !alphabets.some((alphabet) => alphabet.test(word)))
}
