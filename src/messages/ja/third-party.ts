import type { Messages } from '../messages.ts'

/** Words of the pages between this site and the accounts people have elsewhere, in Japanese. */
export const thirdParty: Messages['thirdParty'] = {
  title: 'ほかのアカウントでサインイン',
  description: 'ほかのサービスのアカウントから戻ってきたときのページです。',
  startDescription: 'ほかのサービスのアカウントでサインインするためのページです。',
  workingTitle: '少々お待ちください',
  working: '戻ってきた内容を確認しています。',
  noScript: 'このページにはJavaScriptが必要です。パスワードでもサインインできます。',
  terms: 'アカウントを作成すると、次の規約に同意したものとみなされます:',
  termsLink: '利用規約',
  moveTitle: 'このアカウントをこちらに移しますか？',
  move: '別のアカウントに連携されています。移すと、こちらのアカウントだけで使えるようになります。',
  moveButton: 'こちらに移す',
  moveMobileTitle: 'この電話番号をこちらに移しますか？',
  moveMobile:
    '確認した番号は、別のアカウントで使われています。移すと、こちらのアカウントだけで使えるようになります。元のアカウントにもお知らせします。',
  moveEmailTitle: 'このメールアドレスをこちらに移しますか？',
  moveEmail:
    '確認したアドレスは、別のアカウントで使われています。移すと、こちらのアカウントだけで使えるようになります。元のアカウントにもお知らせします。',
  sending: '少々お待ちください…',
  cancel: '今はしない',
  startTitle: 'サインインの方法を選択',
  startText:
    '相手のページに移動し、確認後すぐに戻ります。パスワードまたはコードでもサインインできます。',
  startNone: 'ここで使えるほかのアカウントはありません。',
  closingTitle: 'アカウントは削除の手続き中です',
  closing: [
    'このアカウントは',
    'お知らせした日',
    'に、関連するデータとともに削除されます。それまではアカウントを残せます。',
  ],
  keepButton: 'アカウントを残す',
  doneTitle: '完了しました',
  done: 'このウィンドウは閉じてかまいません。',
  failedTitle: '完了できませんでした',
  failedText: '途中で問題が起きました。お手数ですが、もう一度お試しください。',
  failures: {
    platform_unauthorized: '相手側でのサインインが取り消されました。何も変更されていません。',
    platform_unusual: '相手側から想定外の応答がありました。もう一度お試しください。',
    platform_unavailable: '相手側に接続できないか、ここでは設定されていません。',
    oauth_state_invalid: 'このサインインは使用済みか、別の場所で始められたか、時間切れです。',
    session_expired: 'サインインしていません。サインインしてからお試しください。',
    ticket_expired: '時間切れです。安全のため、もう一度サインインしてからやり直してください。',
    csrf_error:
      'この操作はこのサイトから始める必要があります。アカウントのページからお試しください。',
    connect_exist: '同じサービスの別のアカウントがすでに連携されています。先に解除してください。',
    connect_switch: 'そのアカウントは別の方に連携されています。',
    binding_not_exist: 'そのアカウントは連携されていません。',
    last_binding: '元のアカウントに入る唯一の方法のため、移せません。',
    registration_closed: '現在、新しいアカウントは作成できません。',
    SECOND_VALID: '確認が完了していないため、何も変更されていません。',
    offline: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
  },
  again: 'もう一度試す',
  home: 'トップページへ',
  close: 'ウィンドウを閉じる',
}
