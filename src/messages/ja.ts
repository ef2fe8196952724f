import type { Messages } from './en.ts'
import { account } from './ja-account.ts'
import { download } from './ja-download.ts'
import { earlyAccess } from './ja-early-access.ts'
import { embed } from './ja-embed.ts'
import { home } from './ja-home.ts'
import { pages } from './ja-pages.ts'
import { pricing } from './ja-pricing.ts'
import { thirdParty } from './ja-third-party.ts'

/** The words of the site in Japanese. */
export const ja: Messages = {
  home,
  account,
  download,
  embed,
  pricing,
  earlyAccess,
  pages,
  thirdParty,
  frame: {
    skip: '本文へ移動',
    mainNavigation: 'メイン',
    footerNavigation: 'フッター',
    blog: 'ブログ',
    changelog: '更新履歴',
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
      'cookie-policy': 'Cookie ポリシー',
    },
  },
  blog: {
    title: 'ブログ',
    lede: 'エディタができるまで。数字と判断、そして失敗の記録です。',
    description: 'Sable をつくる人たちによる、設計と開発のノート。',
    pageTitle: (page) => `ブログ ${page}ページ目`,
    pages: 'ブログのページ',
    page: (page) => `${page}ページ目`,
    newer: '新しい記事',
    older: '古い記事',
    minutes: (minutes) => `${minutes}分で読めます`,
    by: '著者',
    updated: '更新',
    topics: 'トピック',
    draft: '下書き',
    contents: '目次',
    aboutAuthor: 'この記事を書いた人',
    about: (topic) => `${topic}の記事`,
    tagged: (topic, count) => `「${topic}」についての記事、全${count}件。`,
    next: '次の記事',
    previous: '前の記事',
    around: '前後の記事',
    related: '関連する記事',
    untranslated: 'この記事はまだ翻訳されていません。英語の本文を表示しています。',
    untranslatedMark: '英語',
    back: '記事一覧',
  },
  changelog: {
    title: '更新履歴',
    lede: 'すべてのリリースを新しい順に。',
    description: 'Sable の各リリースの変更点。',
    versions: 'リリース',
    link: (version) => `バージョン ${version} へのリンク`,
    untranslated: '翻訳はまだありません。英語の本文を表示しています。',
  },
  legal: {
    effective: '施行日',
    contents: '目次',
    untranslated: 'この文書はまだ翻訳されていません。英語の本文を表示しています。',
  },
}
