import { defineMdastPlugin, type MdastPluginDefinition } from 'satteri'
import { allMessages } from '../../messages/all-messages.ts'
import type { Lang } from '../languages.ts'
import type { NodeOf } from './tree.ts'

/** Kinds of `> [!NOTE]` alerts, as on GitHub. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

type AlertKind = (typeof alertKinds)[number]

const MARK = /^\[!(\w+)\][ \t]*(?:\n|$)/

/** Renders `> [!NOTE]` quotes as alerts, with translated titles. */
export function alerts(lang: Lang): MdastPluginDefinition {
  return defineMdastPlugin({
    name: 'alerts',
    blockquote(quote, context) {
      const found = alertOf(quote)
      if (found === undefined) return
      const { kind, paragraph, rest } = found
      const [mark, ...others] = paragraph.children
      const words = rest === '' ? others : [{ type: 'text' as const, value: rest }, ...others]
      if (mark !== undefined && words.length > 0) {
        if (rest === '') context.removeNode(mark)
        else context.replaceNode(mark, { type: 'text', value: rest })
      } else {
        context.removeNode(paragraph)
      }
      context.prependChild(quote, {
        type: 'paragraph',
        data: { hProperties: { className: ['alert-title'] } },
        children: [{ type: 'text', value: allMessages[lang].markdown.alerts[kind] }],
      })
      context.setProperty(quote, 'data', {
        hName: 'div',
        hProperties: { className: ['alert', `alert-${kind}`], role: 'note' },
      })
    },
  })
}

/** Returns the kind of an alert and the text after its mark; undefined for other quotes. */
export function alertOf(
  quote: Readonly<NodeOf<'blockquote'>>,
): { kind: AlertKind; paragraph: NodeOf<'paragraph'>; rest: string } | undefined {
  const [paragraph] = quote.children
  const [first] = paragraph?.type === 'paragraph' ? paragraph.children : []
  if (paragraph?.type !== 'paragraph' || first?.type !== 'text') return undefined
  const [mark, name = ''] = MARK.exec(first.value) ?? []
  const kind = alertKinds.find((one) => one === name.toLowerCase())
  return mark === undefined || kind === undefined
    ? undefined
    : { kind, paragraph, rest: first.value.slice(mark.length) }
}
