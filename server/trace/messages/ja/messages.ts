import { dayOf } from '../../../lib/clock.ts'
import type { Messages } from '../messages.ts'
import { causes } from './causes.ts'
import { tell } from './tell.ts'

const inBrackets = (reply: string): string => (reply === '' ? '' : `（${reply}）`)

const limits: Readonly<Record<string, string>> = {
  address: '宛先ごとの上限',
  browser: 'ブラウザごとの上限',
  network: 'ネットワークごとの上限',
  application: 'アプリケーション全体の上限',
  texts: 'SMS全体の上限',
}

export const messages: Messages = {
  channels: { email: 'メール', mobile: 'SMS', voice: '音声通話' },
  steps: {
    'sign-in': 'サインイン',
    code: 'コードの送信・確認',
    captcha: 'CAPTCHA',
    'second-step': '2段階認証',
    reset: 'パスワードの再設定',
    registration: 'アカウントの作成',
    invitation: '招待',
    provider: '外部アカウントでのサインイン',
    qr: 'QRコードでのサインイン',
    consent: '連携の許可',
    message: 'メッセージ',
    many: 'その他',
  },
  outcomes: {
    sent: (channel, reply, after) =>
      `${channel}：要求の${after}秒後に受信側が受け取りました${inBrackets(reply)}`,
    refused: (channel, reply) => `${channel}：受信側が拒否しました${inBrackets(reply)}`,
    given_up: (channel, reply) => `${channel}：数回試して送信を中止しました${inBrackets(reply)}`,
    not_sent: (channel) => `${channel}：この番号のアカウントがないため、送信していません`,
  },
  lines: {
    refused: (step, shown, notes) => `${step}：「${shown}」（${notes}）`,
    otherLogin: (text) => `本人のものではない別のサインイン名：${text}`,
    fromNetwork: (text) =>
      `サインイン名なし。本人のネットワークから（別の人の可能性あり）：${text}`,
    many: (count) => `同じ1時間にさらに${count}件の拒否（個別には保存していません）`,
    event: (kind, by) => `${kind}（${by}）`,
    waiting: (channel, attempts) => `${channel}：送信待ち（${attempts}回試行）`,
    inRow: (count) => `連続${count}回の誤り`,
    limit: (of) => limits[of] ?? of,
    rule: (rule) => `規則 ${rule}`,
    level: (level) => `安全水準${level}`,
    wait: (seconds) => `${seconds}秒待機`,
  },
  likely: { join: (list) => `${list.join('。次に、')}。`, causes },
  tell,
  nothing: {
    likely: 'この時間に本人の操作は拒否されていません。',
    tell: '「受信側が受け取りました」の行があるのにコードが届かない場合は、迷惑メールのフォルダを見ること。後から返送されたものはここでは分かりません。それ以外は、入力した正確なアドレスか、画面の「詳細」にあるログIDを尋ね、それを調べてください。未知のブラウザで別のアドレスを入力した可能性があります。',
    over: '伝えることはありません。サインインできています。サインインのたびにサインイン画面に戻る場合は、ブラウザがCookieを保存していないため、このサイトのCookieを許可すること。',
  },
  since: (at) => `${new Date(at).toISOString().slice(11, 16)}（UTC）からサインインしています。`,
  ended: {
    likely: (at) =>
      `${new Date(at).toISOString().slice(11, 16)}（UTC）にサインインしましたが、その後セッションは終了しています。`,
    tell: 'もう一度サインインしてください。誰が終了させたかはサインインの後の行にあります。行がなければ、期限切れか、全員のサインアウトです。',
  },
  ending: {
    likely: ({ at, by, kind }) =>
      `${new Date(at).toISOString().slice(11, 16)}（UTC）に${kind}（${by}）で本人のセッションが終了しました。`,
    tell: 'サインアウトされたブラウザでもう一度サインインしてください。本人やオペレーターの操作でなければ、通知メールの「心当たりがない」から取り消せます。',
  },
  unproved: 'アドレスはまだ確認されていません。',
  stopped: (blocks) =>
    `本人かオペレーターの依頼により、招待は届きません：${blocks.map(({ organizationName, expiresAt }) => `${organizationName || 'すべての組織'}から（${dayOf(expiresAt)}まで）`).join('、')}。「invite stop <address> --off」で解除できます。`,
  noSignIn: 'この時間にはサインインしていません。',
}
