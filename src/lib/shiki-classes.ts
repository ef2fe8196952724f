interface HighlightedNode {
  properties: Record<string, unknown>
  children: unknown[]
}

/** What the `css-variables` theme writes on a token, for example `color:var(--astro-code-token-string)`. */
const TOKEN_COLOR = /var\(--astro-code-token-([a-z-]+)\)/

/** Gives highlighted tokens classes instead of inline styles, which our content security policy forbids. */
export const shikiClasses = {
  name: 'inline-styles-to-classes',
  pre(node: HighlightedNode): void {
    delete node.properties['style']
  },
  line(node: { children: unknown[] }): void {
    for (const child of node.children) replaceStyle(child)
  },
}

function replaceStyle(node: unknown): void {
  if (typeof node !== 'object' || node === null || !('properties' in node)) return
  const { properties, children } = node as HighlightedNode
  const style = properties['style']
  if (typeof style === 'string') {
    const token = TOKEN_COLOR.exec(style)?.[1]
    // The only other style is that of the sign of a changed line, which a copied text leaves out.
    properties['class'] = token ? `tok-${token}` : 'tok-sign'
    delete properties['style']
  }
  for (const child of children) replaceStyle(child)
}
