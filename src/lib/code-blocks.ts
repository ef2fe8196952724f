import type { AstroUserConfig } from 'astro'

type ShikiConfig = NonNullable<NonNullable<AstroUserConfig['markdown']>['shikiConfig']>
type Transformer = NonNullable<ShikiConfig['transformers']>[number]
type Parent = Parameters<NonNullable<Transformer['code']>>[0]
type Child = Parent['children'][number]

/** Plain colours, which need no class. */
const PLAIN = new Set(['foreground', 'punctuation'])
const TOKEN = /--astro-code-(?:token-)?([a-z-]+)/

/** Shiki settings: a class for each kind of token, coloured in `styles/code.css`. */
export const codeBlocks: ShikiConfig = {
  theme: 'css-variables',
  // The content security policy forbids Shiki's inline styles.
  transformers: [
    {
      name: 'classes-for-styles',
      // By default, Shiki gives up on a line after half a second, even on a busy machine.
      preprocess: (code, options) => {
        options.tokenizeTimeLimit = 0
        return code
      },
      pre(pre) {
        const { dataLanguage } = pre.properties
        pre.properties = { class: 'code-block', dataLanguage, tabIndex: 0 }
      },
      code(code) {
        code.children = code.children.flatMap(lineOf)
      },
    },
  ],
}

function lineOf(line: Child): Child[] {
  if (line.type !== 'element') return [line]
  const tokens = line.children.flatMap(tokenOf)
  const [first] = line.children
  const kind = first?.type === 'element' ? kindOf(first) : undefined
  if (kind !== 'inserted' && kind !== 'deleted') return tokens
  const tagName = kind === 'inserted' ? 'ins' : 'del'
  const children = line.children.flatMap((token) =>
    token.type === 'element' ? token.children : [],
  )
  return [
    { ...line, tagName, properties: { class: `tok-${kind}` }, children: children.map(signOf) },
  ]
}

function tokenOf(token: Child): Child[] {
  if (token.type !== 'element') return [token]
  const kind = kindOf(token)
  if (kind === undefined || PLAIN.has(kind)) return token.children
  return [{ ...token, properties: { class: `tok-${kind}` } }]
}

// Astro excludes the sign of a changed line from copying by an inline style.
function signOf(part: Child): Child {
  return part.type === 'element' ? { ...part, properties: { class: 'tok-sign' } } : part
}

function kindOf({ properties }: Extract<Child, { type: 'element' }>): string | undefined {
  return TOKEN.exec(String(properties.style))?.[1]
}
