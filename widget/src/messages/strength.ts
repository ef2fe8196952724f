import type { Language } from '#protocol/common-params.ts'

const en = {
  levels: [
    'Very easy to guess.',
    'Easy to guess.',
    'Could be better.',
    'Good.',
    'Very good.',
  ] as readonly string[],
  why: {
    common: 'It contains one of the words that are tried first.',
    personal: 'It contains something about you.',
    repeated: 'It repeats itself or runs along the keyboard.',
    short: 'It is short.',
  },
}

/** Texts about how good a password is; they come with the screens that ask for a new one. */
export const strengthTexts: Record<Language, typeof en> = {
  en,
  ja: {
    levels: [
      'とても推測されやすいパスワードです。',
      '推測されやすいパスワードです。',
      'もう少し工夫できます。',
      'よいパスワードです。',
      'とてもよいパスワードです。',
    ],
    why: {
      common: 'よく使われる言葉が含まれています。',
      personal: 'ご自身に関する言葉が含まれています。',
      repeated: '繰り返しや、キーボードの並びになっています。',
      short: '短すぎます。',
    },
  },
  zh: {
    levels: ['非常容易被猜到。', '容易被猜到。', '还可以更好。', '不错。', '非常好。'],
    why: {
      common: '其中包含最常被尝试的词。',
      personal: '其中包含与您有关的内容。',
      repeated: '其中有重复或键盘上相邻的字符。',
      short: '太短了。',
    },
  },
}
