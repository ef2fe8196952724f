/** Messages about how good a password is. */
export const strength = {
  levels: [
    'Very easy to guess.',
    'Easy to guess.',
    'Could be better.',
    'Good.',
    'Very good.',
  ] as readonly string[],
  reasons: {
    common: 'It contains one of the words that are tried first.',
    personal: 'It contains something about you.',
    repeated: 'It repeats itself or runs along the keyboard.',
    short: 'It is short.',
  },
}
