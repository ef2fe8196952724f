import type { Messages } from '../messages.ts'

/** Messages of the two-step verification, in Japanese. */
export const secondVerify: Messages['secondVerify'] = {
  title: 'ご本人確認',
  ways: '確認方法',
  mobile: (to) => `${to} へのSMSコード`,
  email: (to) => `${to} へのメールコード`,
  password: 'パスワード',
  wrong: 'パスワードが違います。',
  confirm: '確認する',
  cancel: 'キャンセル',
}
