import { messages } from '../messages.ts'
import { placeAt } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Requires text below the front matter. */
export const textPresent: Rule = {
  name: 'text-present',
  *check({ tree, source }) {
    const isShown = tree.children.some(({ type }) => type !== 'definition' && type !== 'html')
    const html = tree.children.map((node) => (node.type === 'html' ? node.value : '')).join('')
    if (isShown || html.replaceAll(/<!--[^]*?(?:-->|$)/g, '').trim() !== '') return
    if (/<!--(?![^]*-->)/.test(html)) return
    yield { ...placeAt(source, source.length), field: 'text', message: messages.textPresent }
  },
}
