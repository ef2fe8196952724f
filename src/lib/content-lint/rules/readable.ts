import { messages } from '../messages.ts'
import { placeAt } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Control and zero-width characters, other than those in emoji and combined letters. */
const UNSEEN =
  /[^\P{Cc}\t\n\r]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u

/** Files are UTF-8 text with front matter; an unreadable file is not checked further. */
export const readable: Rule = {
  name: 'readable',
  *check({ source, frontMatter }) {
    const at = (field: string, offset: number, message: string) => ({
      ...placeAt(source, offset),
      field,
      message,
    })
    const [broken, unseen] = [source.indexOf('\uFFFD'), source.search(UNSEEN)]
    if (source.trim() === '') yield at('front matter', 0, messages.readable.empty)
    else if (broken >= 0) yield at('text', broken, messages.readable.notUtf8)
    else if (unseen >= 0) yield at('text', unseen, messages.readable.unseen)
    else if (frontMatter === undefined) yield at('front matter', 0, missingHead(source))
  },
}

function missingHead(source: string): string {
  if (/^\s+---/.test(source)) return messages.readable.headNotFirst
  if (source.startsWith('----')) return messages.readable.headTooLong
  return source.startsWith('---') ? messages.readable.headWithoutEnd : messages.readable.noHead
}
