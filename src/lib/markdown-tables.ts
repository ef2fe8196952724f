interface TableElement {
  tagName: string
  properties?: Record<string, unknown>
}

interface TableContext {
  setProperty(node: TableElement, name: string, value: unknown): void
  wrapNode(node: TableElement, parent: object): void
}

/** Tables of Markdown: alignment by class instead of an inline style, and a box that scrolls with the keyboard. */
export const markdownTables = {
  name: 'tables',
  element: {
    filter: ['table', 'th', 'td'],
    visit(node: TableElement, context: TableContext): void {
      if (node.tagName === 'table') {
        context.wrapNode(node, {
          type: 'element',
          tagName: 'div',
          properties: { className: ['table'], tabIndex: 0 },
          children: [],
        })
        return
      }
      const style = node.properties?.['style']
      const align = typeof style === 'string' ? /text-align:\s*(\w+)/.exec(style)?.[1] : undefined
      if (!align) return
      context.setProperty(node, 'style', null)
      context.setProperty(node, 'className', [`align-${align}`])
    },
  },
}
