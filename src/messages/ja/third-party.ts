import type { Messages } from '../messages.ts'

/** Messages of the pages where people leave for a provider and come back, in Japanese. */
export const thirdParty: Messages['thirdParty'] = {
  title: 'ほかのアカウントでサインイン',
  description: 'ほかのサービスのアカウントから戻ってきたときのページです。',
  startDescription: 'ほかのサービスのアカウントでサインインするためのページです。',
  workingTitle: '少々お待ちください',
  working: '戻ってきた内容を確認しています。',
  noScript: 'このページにはJavaScriptが必要です。パスワードでもサインインできます。',
  startTitle: 'サインインの方法を選択',
  startText:
    '相手のページに移動し、確認後すぐに戻ります。パスワードまたはコードでもサインインできます。',
  startNone: 'ここで使えるほかのアカウントはありません。',
  doneTitle: '完了しました',
  done: 'このウィンドウは閉じてかまいません。',
  lostTitle: '完了できませんでした',
  lost: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
  notStartedHere:
    'この操作はこのサイトから始める必要があります。アカウントのページからお試しください。',
  tryAgain: 'もう一度試す',
}
