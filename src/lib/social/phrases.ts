/** Characters that cannot begin a phrase: marks, particles, small letters (JLReq §3.1.7). */
const STAYS = /^[\s\p{P}\p{sc=Hira}ー々ァィゥェォッャュョヮヵヶ]/u
const CLOSES = /^[\p{Pe}、。！？]/u
const OPENS = /\p{Ps}$/u
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u
const ENDS = /[\s、。，！？」』）]$/u
const PARTICLE = /\p{sc=Hira}$/u
const ZERO_WIDTH_SPACE = '\u200b'

const words = new Intl.Segmenter('ja', { granularity: 'word' })

/** Inserts zero-width spaces between Japanese phrases, where lines may break. */
export function withPhrases(text: string): string {
  if (!KANA.test(text)) return text
  let before = ''
  let marked = ''
  for (const { segment } of words.segment(text)) {
    // A phrase ends after its particles; compounds such as 編集画面 stay whole.
    const isNew = ENDS.test(before) || (PARTICLE.test(before) && !STAYS.test(segment))
    const mayBreak = isNew && !OPENS.test(before) && !CLOSES.test(segment)
    marked += mayBreak ? ZERO_WIDTH_SPACE + segment : segment
    before = segment
  }
  return marked
}
