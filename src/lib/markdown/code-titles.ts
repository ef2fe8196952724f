import { defineMdastPlugin } from 'satteri'

/** Puts `title="src/main.ts"` behind the language of a block of code above the block. */
export const codeTitles = defineMdastPlugin({
  name: 'code-titles',
  code(node, context) {
    const title = /(?:^|\s)title=(?:"([^"]+)"|(\S+))/.exec(node.meta ?? '')
    if (title === null) return
    context.insertBefore(node, {
      type: 'paragraph',
      data: { hProperties: { className: ['code-title'] } },
      children: [{ type: 'text', value: title[1] ?? title[2] ?? '' }],
    })
  },
})
