import type { Messages } from '../messages.ts'

/** Messages of the two-step verification, in Japanese. */
export const secondVerify: Messages['secondVerify'] = {
  title: 'ご本人確認',
  ways: '確認方法',
  mobile: (to) => `${to}へのSMSコード`,
  email: (to) => `${to}へのメールコード`,
  passkey: 'パスキー',
  usePasskey: 'パスキーを使う',
  app: '認証アプリのコード',
  appText: '認証アプリに表示されている6桁の数字を入力してください。',
  withoutApp: 'アプリを使えない場合',
  withApp: '認証アプリを使う',
  noneLeft: 'どれも使えない',
  recovery: 'リカバリーコード',
  recoveryText: '保存した10個のコードの1つです。それぞれ1回だけ使えます。',
  needRecovery: 'リカバリーコードは英数字16文字です。',
  usedTitle: (left: number): string =>
    left === 0 ? 'リカバリーコードはもうありません' : `リカバリーコードは残り${left}個です`,
  usedText:
    'アプリやパスキーをなくした場合は、アカウントのセキュリティページで新しいものを追加し、なくしたものを削除してください。新しいリカバリーコードも表示されます。',
  replaceApp: 'なくしたものを置き換える',
  keepApp: '手元にあるので続ける',
  proceed: '続ける',
  password: 'パスワード',
  provider: (title, name) => `${title}のアカウント（${name}）`,
  openProvider: (title) => `${title}で確認する`,
  blocked:
    'ブラウザがウィンドウを開けませんでした。このページのポップアップを許可して、もう一度お試しください。',
  wrong: 'パスワードが違います。',
  remember: 'このブラウザでは30日間、確認を求めない',
  confirm: '確認する',
  cancel: 'キャンセル',
}
