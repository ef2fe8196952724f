import { defineMdastPlugin } from 'satteri'

/** Shows the title of a code block, such as `title="src/main.ts"`, above it. */
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
