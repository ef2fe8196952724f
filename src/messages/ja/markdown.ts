import type { Messages } from '../messages.ts'

/** Messages that Markdown adds to a text, in Japanese. */
export const markdown: Messages['markdown'] = {
  alerts: { note: '補足', tip: 'ヒント', important: '重要', warning: '警告', caution: '注意' },
  tasks: { done: '完了', open: '未完了' },
  footnotes: '脚注',
  back: '本文の参照{reference}に戻る',
}
