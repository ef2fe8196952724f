import type { satteri } from '@astrojs/markdown-satteri'

type Options = NonNullable<Parameters<typeof satteri>[0]>
type Plugin = Extract<NonNullable<Options['hastPlugins']>[number], { name: string }>

/** A long name, such as `max_open_files`. */
const NAME = /^\w*_\w*$/

/** Wraps tables in a scrolling box, aligns cells by class and lets long names break. */
export const tables: Plugin = {
  name: 'tables',
  element: [
    {
      filter: ['table'],
      visit(table, context) {
        const properties = { className: ['table'], tabIndex: 0 }
        context.wrapNode(table, { type: 'element', tagName: 'div', properties, children: [] })
      },
    },
    {
      filter: ['th', 'td'],
      visit(cell, context) {
        // The content security policy forbids inline styles.
        const [, side] = /text-align: (\w+)/.exec(String(cell.properties['style'])) ?? []
        if (side !== undefined) {
          context.setProperty(cell, 'style', undefined)
          context.setProperty(cell, 'className', [`align-${side}`])
        }
        const [code, ...others] = cell.children
        if (code?.type !== 'element' || code.tagName !== 'code' || others.length > 0) return
        const name = context.textContent(code)
        if (!NAME.test(name)) return
        const value = `<code>${name.replaceAll('_', '_<wbr>')}</code>`
        context.replaceNode(code, { type: 'raw', value })
      },
    },
  ],
}
