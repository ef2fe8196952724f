import { signInMessages } from '#protocol/messages/ja/sign-in.ts'
import type { Messages } from '../messages.ts'

/** Messages of the first screen and those that several screens share, in Japanese. */
export const common: Messages['common'] = {
  ...signInMessages,
  methods: 'サインインの方法',
  byPassword: 'パスワード',
  byCode: '確認コード',
  byPasskey: 'パスキーでサインイン',
  byQr: 'QRコード',
  address: 'メールまたは電話番号',
  show: '表示',
  hide: '隠す',
  showPassword: 'パスワードを表示',
  codeSent: (address, wasRefused) =>
    wasRefused
      ? `${address}へのメールは、前回受信を拒否されました。アドレスが正しいかご確認ください。確認コードはもう一度送信しました。`
      : `${address}に確認コードを送信しました。`,
  useMobile: '電話番号を使う',
  changeAddress: '別の宛先を使う',
  resendIn: (seconds) => `${seconds}秒後に再送信できます`,
  resent: '新しいコードを送信しました。',
  call: '電話でコードを受け取る',
  calling: 'お電話で新しいコードをお伝えします。',
  withCode: '確認コードでサインイン',
  withPassword: 'パスワードでサインイン',
  noAccount: 'はじめての方は',
  haveAccount: 'すでにアカウントをお持ちの方は',
  backToSignIn: 'サインインに戻る',
  resetIntro: '届いた確認コードを入力して、新しいパスワードを決めてください。',
  welcome: (name) => `${name}さん、ようこそ。`,
  unproved: (address) =>
    `${address}はまだ確認されていません。パスワードを忘れると、このアドレスではサインインできません。`,
  prove: '今すぐ確認する',
  backTo: (name) => `${name}に戻る`,
  passwordSet: 'パスワードを変更しました',
  passwordSetText: '安全のため、ほかのすべての端末からサインアウトしました。',
  kept: 'アカウントは残ります',
  keptText: '削除は取り消されました。',
  needAddress: 'メールアドレス（例：name@example.com）か携帯電話番号を入力してください。',
  needCountryCode: '電話番号は国番号から入力してください（例：+81\u00a090\u00a01234\u00a05678）。',
  needMobile: '携帯電話番号を最後まで入力してください。',
  needCode: '届いた数字を入力してください。',
  passwordShort: '8文字以上にしてください。',
  passwordLong: '128文字以内にしてください。',
  waitSeconds: (seconds) =>
    seconds < 90
      ? `${seconds}秒後にもう一度お試しください。`
      : seconds < 7200
        ? `${Math.ceil(seconds / 60)}分後にもう一度お試しください。`
        : `${Math.ceil(seconds / 3600)}時間後にもう一度お試しください。`,
  waitOver: 'もう一度お試しいただけます。',
  notSetUp: 'このページではサインインを利用できません。サイトの管理者による登録が必要です。',
  offline: 'サーバーに接続できません。通信環境を確かめて、もう一度お試しください。',
  slow: 'サーバーの応答に時間がかかりすぎています。もう一度お試しください。',
  broken: '問題が起きました。もう一度お試しください。',
  tryAgain: 'もう一度試す',
  notLoaded: 'この部分を読み込めませんでした。ページを再読み込みしてください。',
  reload: '再読み込み',
  close: '閉じる',
  twoSentences: (first, second) => `${first}${second}`,
  details: '詳細',
  copy: 'コピー',
  copied: 'コピーしました',
  reference: (logId) => `お問い\u2060合わせ番号：${logId}`,
}
