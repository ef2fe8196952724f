import type { Messages } from '../messages.ts'

/** Texts of new posts and releases, to be overwritten, in Japanese. */
export const templates: Messages['templates'] = {
  post: {
    description: '読者が何を得られるかを、一、二文で書きます。',
    body: '最初の段落には見出しを付けません。何についての記事かを書きます。\n\n## 見出し\n\n本文を続けます。\n',
  },
  change: {
    title: (version) => `バージョン${version}`,
    summary: '変更点を一、二文で書きます。',
    body: '### 修正\n\n- 変更点をひとつずつ、使う人の言葉で書きます。\n',
  },
}
