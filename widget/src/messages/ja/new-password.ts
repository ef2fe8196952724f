import type { Messages } from '../messages.ts'

/** Messages of signing up and resetting a password, in Japanese. */
export const newPassword: Messages['newPassword'] = {
  proceed: '次へ',
  withPassword: '名前とパスワードも設定',
  proved: '宛先を確認しました。パスワードを決めてください。',
  userName: 'ユーザー名',
  userNameHint:
    '英字で始まる3〜32文字。英数字と、間に1つずつの\u00a0.\u00a0_\u00a0-\u00a0が使えます。サインインに使います。',
  userNameWrong:
    '英字で始め、英数字と間に1つずつの\u00a0.\u00a0_\u00a0-\u00a0で3〜32文字にしてください。',
}
