import { checkCover } from '../../content/check-picture.ts'
import { messages } from '../messages.ts'
import { atField, type Rule } from '../rule.ts'
import { isVague } from './alt-text.ts'

/** A cover is a landscape picture with a description. */
export const cover: Rule = {
  name: 'cover',
  async *check(text) {
    const { cover: url, coverAlt: words } = text.values
    if (url === undefined && words !== undefined)
      yield atField(text, 'coverAlt', messages.cover.noCover)
    if (typeof url !== 'string') return
    const message = await checkCover(text.path, url)
    if (message !== undefined) yield atField(text, 'cover', message)
    if (words === undefined) yield atField(text, 'coverAlt', messages.cover.noDescription)
    else if (typeof words === 'string' && words.trim() !== '' && isVague(words, url)) {
      yield atField(text, 'coverAlt', messages.altText.vague(words.trim(), url))
    }
  },
}
