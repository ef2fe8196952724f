import type { Design } from './design.ts'

/** A piece of code with its highlighting. */
export type Piece = readonly [text: string, look?: 'keyword' | 'constant' | 'string' | 'comment']

/** Lines of highlighted code. */
export type Code = readonly (readonly Piece[])[]

/** Origin and application of the element in a snippet. */
export interface Source {
  /** Tag name of the element, and of its script. */
  tag: string
  /** Origin of the account server. */
  server: string
  aid: string
}

const MOST_IN_LINE = 2

/** Returns the code as plain text. */
export function toText(code: Code): string {
  return code.map((line) => line.map(([text]) => text).join('')).join('\n')
}

/** Returns the snippet for an HTML page. */
export function htmlSnippet(source: Source, design: Design): Code {
  const script = `${source.server}/${source.tag}.js`
  return [
    tag('link', [
      ['rel', 'modulepreload'],
      ['href', script],
    ]),
    [
      ...tag('script', [
        ['type', 'module'],
        ['src', script],
      ]),
      ...end('script'),
    ],
    ...styled(source, design, (css) => [
      [['<'], ['style', 'keyword'], ['>']],
      ...css,
      end('style'),
    ]),
    [],
    ...element(source, design),
    ...(isDialog(design) ? opener : []),
  ]
}

interface ReactWords {
  component: string
  /** An event, and what is done with it. */
  listener: readonly [name: string, value: string]
}

const reactWords: Readonly<Record<string, ReactWords>> & { 'passport-login': ReactWords } = {
  'passport-login': {
    component: 'SignIn',
    listener: ['onpassport-success', '={(event) => greet(event.detail.user)}'],
  },
  'passport-account': {
    component: 'Account',
    listener: ['onpassport-session', '={(event) => greet(event.detail.user)}'],
  },
}

/** Returns the snippet for a React 19 component. */
export function reactSnippet(source: Source, design: Design): Code {
  const { component, listener } = reactWords[source.tag] ?? reactWords['passport-login']
  const only = element(source, design, [[[listener[0], 'constant'], [listener[1]]]])
  const opened = isDialog(design)
    ? [[['<>']] as const, ...[...only, ...openerInReact].map(indented), [['</>']] as const]
    : only
  return [
    [
      [
        `// Once, in index.html: <script type="module" src="${source.server}/${source.tag}.js">`,
        'comment',
      ],
    ],
    ...(Object.keys(design.tokens).length === 0
      ? []
      : [[['// The colours go into a style sheet of yours.', 'comment']] as const]),
    [['export function', 'keyword'], [` ${component}() {`]],
    [['  return', 'keyword'], [' (']],
    ...opened.map((line) => indented(indented(line))),
    [['  )']],
    [['}']],
  ]
}

/** Returns only the custom properties, as a CSS rule. */
export function cssSnippet(source: Source, design: Design): Code {
  const rules = Object.entries(design.tokens)
  if (rules.length === 0) return []
  return [
    [[source.tag, 'keyword'], [' {']],
    ...rules.map(
      ([name, value]) => [[`  ${name}`, 'constant'], [': '], [value, 'string'], [';']] as const,
    ),
    [['}']],
  ]
}

function styled(source: Source, design: Design, wrap: (css: Code) => Code): Code {
  const css = cssSnippet(source, design)
  return css.length === 0 ? [] : wrap(css.map(indented))
}

function element({ tag: tagName, aid }: Source, { attributes }: Design, more: Code = []): Code {
  const given: Code = [
    attribute('aid', aid),
    ...Object.entries(attributes).map(([name, value]) =>
      attribute(name, value === 'on' ? '' : value),
    ),
    ...more,
  ]
  if (given.length <= MOST_IN_LINE) {
    return [
      [
        ['<'],
        [tagName, 'keyword'],
        ...given.flatMap((one) => [[' '] as const, ...one]),
        ['>'],
        ...end(tagName),
      ],
    ]
  }
  return [
    [['<'], [tagName, 'keyword']],
    ...given.map((one) => [['  '] as const, ...one]),
    [['>'], ...end(tagName)],
  ]
}

// A dialog is invisible until it is opened.
function isDialog({ attributes }: Design): boolean {
  return attributes['presentation'] === 'dialog'
}

const opener: Code = [
  [
    ...tag('button', [
      ['type', 'button'],
      ['id', 'sign-in'],
    ]),
    ['Sign in'],
    ...end('button'),
  ],
  tag('script', [['type', 'module']]),
  [["  document.querySelector('#sign-in').onclick = () =>"]],
  [["    document.querySelector('passport-login').open()"]],
  end('script'),
]

const openerInReact: Code = [
  [
    ['<'],
    ['button', 'keyword'],
    [' '],
    ['onClick', 'constant'],
    ["={() => document.querySelector('passport-login').open()}>"],
  ],
  [['  Sign in']],
  end('button'),
]

function indented(line: readonly Piece[]): readonly Piece[] {
  return [['  '], ...line]
}

function tag(name: string, attributes: readonly (readonly [string, string])[]): readonly Piece[] {
  return [
    ['<'],
    [name, 'keyword'],
    ...attributes.flatMap(([key, value]) => [[' '] as const, ...attribute(key, value)]),
    ['>'],
  ]
}

function end(name: string): readonly Piece[] {
  return [['</'], [name, 'keyword'], ['>']]
}

function attribute(name: string, value: string): readonly Piece[] {
  const quoted = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return value === ''
    ? [[name, 'constant']]
    : [[name, 'constant'], ['='], [`"${quoted}"`, 'string']]
}
