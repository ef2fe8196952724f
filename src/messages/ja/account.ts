import type { Messages } from '../messages.ts'
import { noCharge } from './no-charge.ts'

/** The pages around the account in Japanese. */
export const account: Messages['account'] = {
  login: {
    title: 'サインイン',
    description: 'Sableにサインインします。',
  },
  signUp: {
    title: 'アカウントを作成',
    description: 'メールアドレスまたは携帯電話番号でSableのアカウントを作成します。',
  },
  reset: {
    title: 'パスワードを再設定',
    description: 'Sableアカウントの新しいパスワードを設定します。',
  },
  invitation: {
    title: '招待',
    description: '組織への招待の内容を確認し、承諾または辞退できます。',
    noScript: 'JavaScriptなしで招待に回答する',
  },
  agree: (terms, privacy) => `続行すると、${terms}と${privacy}に同意したことになります。`,
  chosenPlan: (plan) => `${plan}を選択しました。サインイン後に確定します。${noCharge}`,
  noCookies:
    'ブラウザがCookieを受け付けないため、サインインできません。このサイトのCookieを許可してから、ページを再読み込みしてください。',
  signOut: {
    title: 'サインアウト',
    description: 'この端末のSableからサインアウトします。',
    explanation: 'このブラウザのセッションを終了します。ほかの端末はサインインしたままです。',
    button: 'サインアウト',
    working: 'サインアウトしています…',
    doneTitle: 'サインアウトしました',
    done: 'このブラウザのセッションは終了しました。ご利用ありがとうございました。',
    failed:
      'アカウントサーバーが応答しないため、まだサインインしたままです。しばらくしてからもう一度お試しください。',
    signIn: 'もう一度サインイン',
    home: 'トップページへ',
  },
  dashboard: {
    title: 'ダッシュボード',
    description: 'はじめの手順、ご利用中のプランと上限、最近のサインインをまとめています。',
    loading: 'ダッシュボードを読み込んでいます…',
    plan: {
      title: 'プラン',
      free: 'ずっと無料でお使いいただけます。',
      until: (day) => `${day}まで有効です。`,
      endless: '変更するまで有効です。',
      own: (organization) => `${organization}として操作していても、これはあなた自身のプランです。`,
      chosen: (plan, price, day) =>
        `${day}に${plan}を選択しました。${price && `料金は${price}です。`}担当者が設定してお知らせします。${noCharge}`,
      withdraw: '選択を取り消す',
      choice: (plan) => `選択したプラン：${plan}`,
      choiceText: (price) => `${price}。${noCharge}`,
      confirm: (plan) => `${plan}に決定`,
      kept: (plan, name) => `${plan}へようこそ、${name}さん`,
      notNow: '今はしない',
      monthly: (price) => `月額${price}、毎月のお支払い`,
      yearly: (price) => `月あたり${price}、年に一度のお支払い`,
      reduced: (price, full) => `${price}（通常${full}）`,
      perSeat: (price) => `1人あたり${price}`,
      earlyAccess: '先行アクセスをご利用いただけます。',
      discount: (code, percent, months, day) =>
        `${code}：${months}か月間${percent}%割引（${day}に適用）`,
      redeem: (code) => `コード${code}を使う`,
      compare: 'プランを比べる',
    },
    welcome: (name) => `ようこそ、${name}さん。`,
    steps: {
      title: 'はじめに',
      progress: (done, all) => `${all}件中${done}件が完了`,
      done: '（完了）',
      account: { title: 'アカウントを作成', text: '' },
      address: {
        title: '連絡先を確認',
        text: 'パスワードを忘れたときに、アカウントへ戻るために使います。',
      },
      password: {
        title: 'パスワードを設定',
        text: 'コードを受け取れないときにも、サインインできます。',
      },
      picture: { title: '画像を選ぶ', text: 'ほかのメンバーがあなたを見分けやすくなります。' },
      secondWay: {
        title: '別のサインイン方法を追加',
        text: '今の方法が使えなくなったときのために、携帯電話番号や連携アカウントを追加します。',
      },
      organization: { title: '組織を作成', text: '招待したメンバーと一緒に使えます。' },
      download: 'Sableをダウンロード',
    },
    organization: {
      text: 'いま、この組織として操作しています。',
      people: 'メンバー',
      waiting: '返事を待っている招待',
      changes: '最近の変更',
      invite: 'メンバーを招待',
      open: '組織を開く',
      all: 'すべての変更',
    },
    signIns: {
      title: '最近のサインイン',
      text: '心当たりのないものがあれば、その端末をサインアウトし、パスワードを変更してください。',
      none: '最近のサインインはありません。',
      unknown: '不明な端末',
      devices: '端末を管理',
      all: 'すべての記録',
    },
  },
  settings: {
    title: 'アカウント',
    description: 'プロフィール、パスワード、サインイン中の端末。',
    noScript: 'JavaScriptなしでアカウントを開く',
    pages: {
      profile: 'プロフィール',
      security: 'サインインとセキュリティ',
      devices: '端末と記録',
      organizations: '組織',
      data: 'データ',
    },
    loading: 'アカウントを読み込んでいます…',
    lostPlan: (plan) => `プラン（${plan}）`,
    signedOut: {
      title: 'サインインしていません',
      text: 'アカウントを表示するには、サインインしてください。',
      button: 'サインイン',
    },
    failed: {
      title: 'アカウントを読み込めませんでした',
      text: 'アカウントサーバーが応答しません。データは失われていません。',
      button: 'もう一度試す',
    },
    crashed: {
      title: 'ページで問題が起きました',
      text: '失われたものはありません。もう一度試すか、しばらくしてから開き直してください。',
      button: 'もう一度試す',
    },
    offline: 'サーバーに接続できません。通信環境を確かめて、もう一度お試しください。',
    logId: (id) => `お問い合わせ番号：${id}`,
    notices: 'お知らせ',
    dismiss: '閉じる',
  },
}
