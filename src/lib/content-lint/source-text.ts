import { basename, relative } from 'node:path'
import Slugger from 'github-slugger'
import { markdownToMdast, type MdastNode } from 'satteri'
import {
  type FrontMatter,
  readFrontMatter,
  readText,
  withoutHead,
} from '../content/front-matter.ts'
import type { Lang } from '../languages.ts'
import { features } from '../markdown/features.ts'
import { descendants, type NodeOf, wordsOf } from '../markdown/tree.ts'
import { prepared } from '../markdown.ts'
import { once } from './once.ts'
import { type ShownText, shownTexts } from './shown-text.ts'

/** Folders below `src/content`, with the level at which headings begin. */
export const folders = { blog: 2, changelog: 3, legal: 2 } as const

/** A folder of texts. */
export type Folder = keyof typeof folders

/** A parsed text; its nodes have positions in the file. */
export interface SourceText {
  /** Path below the project folder, with `/`. */
  file: string
  path: string
  folder: Folder
  lang: Lang
  /** File name without extension. */
  slug: string
  source: string
  frontMatter: FrontMatter | undefined
  /** Front-matter values; empty if it cannot be parsed. */
  values: Readonly<Record<string, unknown>>
  /** The parsed source: front matter is blank, so that line numbers stay. */
  body: string
  tree: NodeOf<'root'>
  /** All nodes of the tree, each with its ancestors from the root down. */
  nodes: readonly (readonly [node: MdastNode, ancestors: readonly MdastNode[]])[]
  /** Visible text of paragraphs, headings and cells. */
  shown: readonly ShownText[]
  /** Ids of the headings, as on the page. */
  headingIds: ReadonlySet<string>
  /** Frees memory; values are computed again when needed. */
  release(): void
}

/** Reads a text below `root`; parses front matter and tree when first needed. */
export function sourceText(root: string, path: string, folder: Folder, lang: Lang): SourceText {
  const source = readText(path)
  const frontMatter = once(() => readFrontMatter(source))
  const body = once(() => prepared(withoutHead(source)))
  const tree = once(() => rootOf(body()))
  const nodes = once(() => [...descendants(tree())])
  const shown = once(() => [...shownTexts(nodes(), body())])
  const headingIds = once(() => idsOf(nodes()))
  return {
    file: relative(root, path).replaceAll('\\', '/'),
    path,
    folder,
    lang,
    slug: basename(path, '.md'),
    source,
    get frontMatter() {
      return frontMatter()
    },
    get values() {
      const values = frontMatter()?.values
      return isRecord(values) ? values : {}
    },
    get body() {
      return body()
    },
    get tree() {
      return tree()
    },
    get nodes() {
      return nodes()
    },
    get shown() {
      return shown()
    },
    get headingIds() {
      return headingIds()
    },
    release: () => {
      for (const part of [tree, nodes, shown]) part.forget()
    },
  }
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rootOf(body: string): NodeOf<'root'> {
  const tree = markdownToMdast(body, { features })
  if (tree.type !== 'root') throw new Error(`the parser made a ${tree.type} of a text`)
  return tree
}

function idsOf(nodes: SourceText['nodes']): ReadonlySet<string> {
  const slugger = new Slugger()
  const headings = nodes.filter(([{ type }]) => type === 'heading')
  return new Set(headings.map(([heading]) => slugger.slug(wordsOf(heading))))
}
