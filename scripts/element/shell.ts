import { pathToFileURL } from 'node:url'
import type { RolldownPlugin } from 'rolldown'
import { languages } from '#protocol/languages.ts'
import type * as serverEntry from './server-entry.ts'

type Bundle = typeof serverEntry

/** A tag name, attributes and children; a string is text. */
type Tree = [string, Record<string, string>, ...(Tree | string)[]]

// Values that the loader fills in, made recognisable for the render.
const marks = {
  prefix: 'qprefixq',
  server: 'https://qserverq.invalid',
  aid: 1_234_567_891,
  next: '/qnextq',
}

/**
 * Renders the first screen in every language into the module `virtual:shell`: one tree that
 * takes messages by their names, and the English ones it takes.
 */
export async function makeShell(serverBundle: string, css: string): Promise<string> {
  const { renderMarkup, readSettings, allMessages }: Bundle = await import(
    `${pathToFileURL(serverBundle).href}?${Date.now()}`
  )
  const trees = languages.map((language) => {
    const { settings } = readSettings(
      { aid: String(marks.aid), server: marks.server, next: marks.next, lang: language },
      { server: '', language },
    )
    return parse(renderMarkup(settings, marks.prefix))
  })
  const used = new Set<string>()
  const code = write(trees, (values) => {
    if (values.every((text, at) => text === languages[at])) return 'l'
    const key = Object.keys(allMessages.en.common).find((name) =>
      values.every(
        (text, at) => text === allMessages[languages[at] ?? 'en'].common[name as 'code'],
      ),
    )
    if (key === undefined) throw new Error(`no message reads "${values.join('", "')}"`)
    used.add(key)
    return `m.${key}`
  })
  const english = Object.entries(allMessages.en.common).filter(([key]) => used.has(key))
  return [
    `export const css = ${JSON.stringify(css)}`,
    `export const english = ${JSON.stringify(Object.fromEntries(english))}`,
    `export const tree = (l, m, p, s, a, n) => ${code}`,
  ].join('\n')
}

/** Provides a module by its name, from text. */
export function virtualModule(name: string, text: string): RolldownPlugin {
  return {
    name: `virtual:${name}`,
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? { code: text, moduleType: 'js' } : null),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
}

// React writes well-formed HTML, so tags nest as they come.
function parse(html: string): Tree {
  const root: Tree = ['', {}]
  const open: Tree[] = [root]
  for (const [, end, name, attributes, text] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|([^<]+)/g,
  )) {
    const parent = open.at(-1)
    if (parent === undefined) break
    if (text !== undefined) parent.push(decode(text))
    else if (end === '/') open.pop()
    else if (name !== undefined) {
      const node: Tree = [name, parseAttributes(attributes ?? '')]
      parent.push(node)
      if (name !== 'input') open.push(node)
    }
  }
  if (html.includes('<!--')) throw new Error('the first screen has text beside text: join them')
  const [, , first] = root
  if (typeof first !== 'object') throw new Error('the first screen is empty')
  return first
}

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/\s([\w-]+)="([^"]*)"/g), ([, name = '', written = '']) => [
      name,
      decode(written),
    ]),
  )
}

/** Writes trees of equal shape as one expression; where the languages differ, `message` is asked. */
function write(trees: readonly (Tree | string)[], message: (values: string[]) => string): string {
  const [first] = trees
  if (typeof first === 'string') return value(trees.map(String), message)
  if (first === undefined) throw new Error('no tree to write')
  const nodes = trees.filter((tree) => typeof tree === 'object')
  const [name, attributes, ...children] = first
  const isSame = nodes.every((node) => node[0] === name && node.length === first.length)
  if (!isSame || nodes.length !== trees.length) throw new Error('the languages differ in structure')
  const written = named(attributes).map((key) => {
    const values = nodes.map((node) => node[1][key] ?? '')
    return `${JSON.stringify(key)}:${value(values, message)}`
  })
  const inner = children.map((_, at) =>
    write(
      nodes.map((node) => node[at + 2] as Tree | string),
      message,
    ),
  )
  return `[${[JSON.stringify(name), `{${written.join(',')}}`, ...inner].join(',')}]`
}

// The loader gives every part its name from its first class.
function named(attributes: Record<string, string>): string[] {
  const part = attributes['data-part']
  if (attributes.class?.split(' ')[0] !== (part && `pl-${part}`)) {
    throw new Error(`the part "${part}" is not named as its class`)
  }
  return Object.keys(attributes).filter((key) => key !== 'data-part')
}

function value(values: string[], message: (values: string[]) => string): string {
  const [first = ''] = values
  if (values.some((text) => text !== first)) return message(values)
  const parts = first
    .split(/(qprefixq|https:\/\/qserverq\.invalid|1234567891|\/qnextq)/)
    .map((part) => fills[part] ?? (part === '' ? '' : JSON.stringify(part)))
    .filter(Boolean)
  return parts.length === 0 ? '""' : parts.join('+')
}

const fills: Record<string, string> = {
  [marks.prefix]: 'p',
  [marks.server]: 's',
  [String(marks.aid)]: 'a',
  [marks.next]: 'n',
}
