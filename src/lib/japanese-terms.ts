/** A spelling that texts in Japanese do not use, with the one they do. */
interface Term {
  wrong: RegExp
  right: string
}

/** Spaces between Latin and Japanese characters, where the style sheet adds the gap. */
const space =
  /(?<=[\p{sc=Latin}\d]) (?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]) (?=[\p{sc=Latin}\d])|(?<=[\d}]) (?=%)/gu
/** What stands beside such a space, to be found by: a word, or signs of one script. */
const beside = String.raw`(?:[\p{sc=Latin}\d{}%]+|[\p{sc=Kana}ー]+|\p{sc=Han}+|\p{sc=Hira}+)`
const wordBefore = new RegExp(`${beside}$`, 'u')
const wordAfter = new RegExp(`^${beside}`, 'u')

/** One word for each thing. */
const terms: readonly Term[] = [
  { wrong: /ブラウザー/g, right: 'ブラウザ' },
  { wrong: /エディター/g, right: 'エディタ' },
  { wrong: /フォルダー/g, right: 'フォルダ' },
  { wrong: /サーバ(?!ー)/g, right: 'サーバー' },
  { wrong: /ユーザ(?!ー)/g, right: 'ユーザー' },
  { wrong: /(?<!ブ)ログイン/g, right: 'サインイン' },
  { wrong: /ログアウト/g, right: 'サインアウト' },
  { wrong: /新規登録|アカウント作成/g, right: 'アカウントを作成' },
  // Plans are cancelled by this word, accounts are not.
  { wrong: /(?<!プラン[^。]{0,12})解約|アカウントを?(?:閉鎖|クローズ)/g, right: '削除' },
  { wrong: /下さい/g, right: 'ください' },
  { wrong: /[二２]段階認証/g, right: '2段階認証' },
  { wrong: /(?:組織|」)の責任者/g, right: '管理責任者' },
  { wrong: /招待を?の?承認/g, right: '承諾' },
]

/** A place where a text has another spelling. */
export interface OtherTerm {
  index: number
  found: string
  right: string
}

/** Returns every place where a Japanese text has another word than all others. */
export function otherTerms(text: string): OtherTerm[] {
  return terms.flatMap(({ wrong, right }) =>
    Array.from(text.matchAll(wrong), ({ 0: found, index }) => ({ index, found, right })),
  )
}

/** Returns every place where a space stands between Latin and Japanese letters, with its neighbours. */
export function spacedTerms(text: string): OtherTerm[] {
  return Array.from(text.matchAll(space), ({ index }) => {
    const [before = ''] = wordBefore.exec(text.slice(0, index)) ?? []
    const [after = ''] = wordAfter.exec(text.slice(index + 1)) ?? []
    return { index: index - before.length, found: `${before} ${after}`, right: before + after }
  })
}
