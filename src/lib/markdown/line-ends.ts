import { defineMdastPlugin, type MdastPluginDefinition } from 'satteri'
import { descendants, type NodeOf } from './tree.ts'

/** A letter or sign that is written without spaces around it. */
const UNSPACED = /[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}\u3000-\u303F\uFF00-\uFF60…—]/u

/** Joins lines of a paragraph that end and begin in Japanese, which some browsers show with a gap. */
export const lineEnds: MdastPluginDefinition = defineMdastPlugin({
  name: 'line-ends',
  paragraph(paragraph, context) {
    const texts = [...descendants(paragraph)].flatMap(([node]) =>
      node.type === 'text' || node.type === 'inlineCode' ? [node] : [],
    )
    for (const [at, node] of texts.entries()) {
      if (node.type !== 'text' || !node.value.includes('\n')) continue
      const value = joined(node, texts[at - 1]?.value, texts[at + 1]?.value)
      if (value !== node.value) context.setProperty(node, 'value', value)
    }
  },
})

function joined({ value }: NodeOf<'text'>, before = '', after = ''): string {
  return value.replaceAll('\n', (end, at: number) => {
    const last = (before + value.slice(0, at)).at(-1) ?? ''
    const [first = ''] = value.slice(at + 1) + after
    return UNSPACED.test(last) && UNSPACED.test(first) ? '' : end
  })
}
