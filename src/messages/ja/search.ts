import type { Messages } from '../messages.ts'

/** Messages of the search page, in Japanese. */
export const search: Messages['search'] = {
  title: '検索',
  description: 'このサイトの記事、リリース、文書を検索します。',
  lede: '記事、リリース、文書を検索できます。検索した言葉がブラウザの外に送られることはありません。',
  label: '検索する言葉',
  placeholder: '例：差分',
  button: '検索',
  none: '「{term}」に一致するものはありませんでした。',
  elsewhere: '別の言葉で検索するか、こちらからお探しください：',
  one: '「{term}」の検索結果：1件',
  many: '「{term}」の検索結果：{count}件',
  over: '「{term}」の検索結果：{count}件以上',
  more: 'さらに表示',
  kinds: { post: '記事', change: '更新履歴', page: 'ページ', legal: '規約とポリシー' },
  failed: '検索を読み込めませんでした。もう一度お試しください。',
  noScript: '検索にはJavaScriptが必要です。記事の一覧はこちらです：',
}
