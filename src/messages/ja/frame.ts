import type { Messages } from '../messages.ts'

/** Messages around every page, in Japanese. */
export const frame: Messages['frame'] = {
  skip: '本文へ移動',
  mainNavigation: 'メイン',
  footerNavigation: 'フッター',
  blog: 'ブログ',
  changelog: '更新履歴',
  search: '検索',
  download: 'ダウンロード',
  pricing: '料金',
  earlyAccess: '先行アクセス',
  promoCode: 'プロモーションコード',
  signIn: 'サインイン',
  signUp: 'アカウント作成',
  account: 'アカウント',
  language: '言語',
  theme: { label: 'テーマ', auto: 'システム', light: 'ライト', dark: 'ダーク' },
  homePage: 'Sable トップページ',
  tagline: '書き換える前に、たずねるエディタ。',
  product: '製品',
  accountGroup: 'アカウント',
  legal: '規約とポリシー',
  rights: 'Sable はデモ用の製品です。',
  embed: '埋め込み',
  feed: 'RSS フィード',
  jsonFeed: 'JSON フィード',
  legalPages: {
    'privacy-policy': 'プライバシーポリシー',
    'terms-of-service': '利用規約',
    'cookie-policy': 'Cookieポリシー',
  },
}
