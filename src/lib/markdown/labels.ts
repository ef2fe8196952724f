import type { Lang } from '../languages.ts'

/** Kinds of `> [!NOTE]` alerts, as on GitHub. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

/** A kind of alert. */
export type AlertKind = (typeof alertKinds)[number]

interface Labels {
  alerts: Record<AlertKind, string>
  /** Heading of the footnotes, for screen readers. */
  footnotes: string
  /** Name of the link from a footnote back to its sign; `{reference}` is its number. */
  back: string
}

/** Words that Markdown adds to a text, in the language of the text. */
export const labels: Record<Lang, Labels> = {
  en: {
    alerts: {
      note: 'Note',
      tip: 'Tip',
      important: 'Important',
      warning: 'Warning',
      caution: 'Caution',
    },
    footnotes: 'Footnotes',
    back: 'Back to reference {reference}',
  },
  ja: {
    alerts: { note: '補足', tip: 'ヒント', important: '重要', warning: '警告', caution: '注意' },
    footnotes: '脚注',
    back: '本文の参照 {reference} に戻る',
  },
}
