import type { Messages } from '../messages.ts'

/** Messages of the changelog, in Japanese. */
export const changelog: Messages['changelog'] = {
  title: '更新履歴',
  lede: 'すべてのリリースを新しい順に。',
  description: 'Sableの各リリースの変更点。',
  pageTitle: (page) => `更新履歴${page}ページ目`,
  pages: '更新履歴のページ',
  page: (page) => `${page}ページ目`,
  newer: '新しいリリース',
  older: '古いリリース',
  show: '表示',
  everything: 'すべて',
  kinds: { added: '追加', improved: '改善', fixed: '修正' },
  versions: 'リリース',
  link: (version) => `バージョン${version}へのリンク`,
  untranslated: '翻訳はまだありません。英語の本文を表示しています。',
}
