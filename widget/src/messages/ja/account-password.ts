import type { Messages } from '../messages.ts'

/** Messages of setting and changing a password, in Japanese. */
export const accountPassword: Messages['accountPassword'] = {
  changeTitle: 'パスワードの変更',
  setTitle: 'パスワードの設定',
  changeIntro: '変更すると、ほかの端末からはサインアウトします。',
  setIntro: 'パスワードがあれば、確認コードを受け取れないときもサインインできます。',
  current: '現在のパスワード',
  newPassword: '新しいパスワード',
  whose: 'アカウント',
  change: 'パスワードを変更する',
  set: 'パスワードを設定する',
  byCode: '忘れた場合',
  needCurrent: '現在のパスワードを入力してください。',
  wrong: '現在のパスワードが違います。',
  sameAsCurrent: '現在のパスワードと同じです。',
  changed: 'パスワードを変更しました',
  changedText: 'ほかの端末からはすべてサインアウトしました。この端末ではそのまま使えます。',
  isSet: 'パスワードを設定しました',
  isSetText: '次回からパスワードでもサインインできます。',
  changeAgain: 'もう一度変更する',
}
