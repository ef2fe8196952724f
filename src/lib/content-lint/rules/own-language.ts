import { languageName } from '../../languages.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Letters below which a text may be names and figures alone. */
const FEWEST = 60
/** Kana of a Japanese text for each Latin letter. */
const LEAST_KANA = 0.05

/** A text is in the language of its folder, as far as letters tell; a draft may wait for its translation. */
export const ownLanguage: Rule = {
  name: 'own-language',
  *check({ shown, lang, folder, values }) {
    if (values['draft'] === true) return
    const [first] = shown
    const words = shown.map(({ text }) => text).join('')
    const kana = words.match(/[\p{sc=Hira}\p{sc=Kana}]/gu)?.length ?? 0
    const latin = words.match(/\p{sc=Latin}/gu)?.length ?? 0
    // Japanese texts about software may have more Latin letters than others; English ones quote Japanese.
    const isForeign = lang === 'ja' ? kana < latin * LEAST_KANA : kana > latin
    if (first === undefined || kana + latin < FEWEST || !isForeign) return
    const message = messages.ownLanguage(languageName(lang), `${folder}/${lang}`)
    yield { ...first.placeAt(0), field: 'text', message }
  },
}
