import type { Messages } from '../messages.ts'

/** Messages of the two-step verification, in Japanese. */
export const secondVerify: Messages['secondVerify'] = {
  title: 'ご本人確認',
  ways: '確認方法',
  mobile: (to) => `${to}へのSMSコード`,
  email: (to) => `${to}へのメールコード`,
  app: '認証アプリのコード',
  appText: '認証アプリに表示されている6桁の数字を入力してください。',
  password: 'パスワード',
  provider: (title, name) => `${title}のアカウント（${name}）`,
  openProvider: (title) => `${title}で確認する`,
  blocked:
    'ブラウザがウィンドウを開けませんでした。このページのポップアップを許可して、もう一度お試しください。',
  wrong: 'パスワードが違います。',
  confirm: '確認する',
  cancel: 'キャンセル',
}
