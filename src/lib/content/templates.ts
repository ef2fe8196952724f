import type { Lang } from '../languages.ts'

/** What a new post says until somebody writes it. */
export const newPost: Record<Lang, { description: string; body: string }> = {
  en: {
    description: 'One or two sentences that say what the reader gets.',
    body: 'The first paragraph has no heading. It says what this is about.\n\n## A heading\n\nMore text.\n',
  },
  ja: {
    description: '読者が何を得られるかを、一、二文で書きます。',
    body: '最初の段落には見出しを付けません。何についての記事かを書きます。\n\n## 見出し\n\n本文を続けます。\n',
  },
}

/** What a new release says until somebody writes it. */
export const newChange: Record<Lang, { title: string; summary: string; body: string }> = {
  en: {
    title: 'Version',
    summary: 'One or two sentences that say what changed.',
    body: '### Fixed\n\n- One line for each change, as a person who uses it would say it.\n',
  },
  ja: {
    title: 'バージョン',
    summary: '変更点を一、二文で書きます。',
    body: '### 修正\n\n- 変更点をひとつずつ、使う人の言葉で書きます。\n',
  },
}

/** Lines of the text of what is new that are long enough to be told apart from those of people. */
export const templateLines: ReadonlySet<string> = new Set(
  [...Object.values(newPost), ...Object.values(newChange)].flatMap(({ body }) =>
    body.split('\n').filter((line) => line.length > 20),
  ),
)

/** Descriptions and summaries of what is new. */
export const templateSentences: ReadonlySet<string> = new Set([
  ...Object.values(newPost).map(({ description }) => description),
  ...Object.values(newChange).map(({ summary }) => summary),
])
