import type { Messages } from '../messages.ts'

/** Messages about how good a password is, in Chinese. */
export const strength: Messages['strength'] = {
  levels: ['非常容易被猜到。', '容易被猜到。', '还可以更好。', '不错。', '非常好。'],
  reasons: {
    common: '其中包含最常被尝试的词。',
    personal: '其中包含与您有关的内容。',
    repeated: '其中有重复或键盘上相邻的字符。',
    short: '太短了。',
  },
}
