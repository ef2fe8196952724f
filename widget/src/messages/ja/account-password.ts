import type { Messages } from '../messages.ts'

/** Messages of setting and changing a password, in Japanese. */
export const accountPassword: Messages['accountPassword'] = {
  current: '現在のパスワード',
  newPassword: '新しいパスワード',
  whose: 'アカウント',
  change: 'パスワードを変更する',
  set: 'パスワードを設定する',
  byCode: '忘れた場合',
  needCurrent: '現在のパスワードを入力してください。',
  wrong: '現在のパスワードが違います。',
  sameAsCurrent: '現在のパスワードと同じです。',
  changed: 'パスワードを変更しました。',
  isSet: 'パスワードを設定しました。',
}
