import type { Messages } from '../messages.ts'

/** Messages around the legal texts, in Japanese. */
export const legal: Messages['legal'] = {
  effective: '施行日',
  contents: '目次',
  untranslated: 'この文書はまだ翻訳されていません。英語の本文を表示しています。',
}
