import type { Messages } from '../messages.ts'

/** Messages about how good a password is, in Japanese. */
export const strength: Messages['strength'] = {
  levels: [
    'とても推測されやすいパスワードです。',
    '推測されやすいパスワードです。',
    'もう少し工夫できます。',
    'よいパスワードです。',
    'とてもよいパスワードです。',
  ],
  reasons: {
    common: 'よく使われる言葉が含まれています。',
    personal: 'ご自身に関する言葉が含まれています。',
    repeated: '繰り返しや、キーボードの並びになっています。',
    short: '短すぎます。',
  },
}
