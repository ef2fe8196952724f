import { markdownToMdast } from 'satteri'
import { features } from './features.ts'
import { descendants } from './tree.ts'

/**
 * Characters that no bare address contains: `。`, `（` and letters of Chinese, Japanese and Korean.
 */
const FOREIGN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3000-\u303F\uFF00-\uFFEF]/u
const MAY_RUN_ON = new RegExp(String.raw`(?:://|www\.)[^\s<>]*${FOREIGN.source}`, 'iu')

/** Ends bare addresses before CJK letters, where GFM continues to the next space. */
export function withAddressEnds(text: string): string {
  let done = text
  while (MAY_RUN_ON.test(done)) {
    const next = once(done)
    if (next === done) return done
    done = next
  }
  return done
}

function once(text: string): string {
  const edits = [...descendants(markdownToMdast(text, { features }))].flatMap(
    ([{ type, position }]) => {
      if (type !== 'link' || position === undefined) return []
      const { start, end } = position
      const source = text.slice(start.offset, end.offset)
      const length = /^(?:https?:\/\/|www\.)/i.test(source) ? source.search(FOREIGN) : -1
      if (length < 0) return []
      const address = source.slice(0, length).replace(/[?!.,:*_~'")]+$/, '')
      // An internationalized domain is left as it is.
      if (!/^(?:https?:\/\/|www\.)\w/i.test(address)) return []
      return [{ start: start.offset ?? 0, address }]
    },
  )
  let rest = text
  for (const { start, address } of edits.toReversed()) {
    const link = address.startsWith('http') ? `<${address}>` : `[${address}](http://${address})`
    rest = rest.slice(0, start) + link + rest.slice(start + address.length)
  }
  return rest
}
