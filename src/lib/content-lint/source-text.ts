import { basename, relative } from 'node:path'
import Slugger from 'github-slugger'
import { markdownToMdast } from 'satteri'
import { readFrontMatter, readText, withoutHead } from '../content/front-matter.ts'
import type { Lang } from '../languages.ts'
import { features } from '../markdown/features.ts'
import { descendants, type NodeOf, wordsOf } from '../markdown/tree.ts'
import { prepared } from '../markdown.ts'
import { once } from './once.ts'
import { shownTexts } from './shown-text.ts'

/** Folders below `src/content`, with the level at which headings begin. */
export const folders = { blog: 2, changelog: 3, legal: 2 } as const

/** A folder of texts. */
export type Folder = keyof typeof folders

/** A parsed text; its nodes have positions in the file. */
export type SourceText = ReturnType<typeof sourceText>

/** Reads a text below `root`; parses front matter and tree when first needed. */
export function sourceText(root: string, path: string, folder: Folder, lang: Lang) {
  const source = readText(path)
  const frontMatter = once(() => readFrontMatter(source))
  const body = once(() => prepared(withoutHead(source)))
  const tree = once(() => rootOf(body()))
  const nodes = once(() => [...descendants(tree())])
  const shown = once(() => [...shownTexts(nodes(), body())])
  const headingIds = once(() => idsOf(nodes()))
  return {
    /** Path below the project folder, with `/`. */
    file: relative(root, path).replaceAll('\\', '/'),
    path,
    folder,
    lang,
    /** File name without extension. */
    slug: basename(path, '.md'),
    source,
    get frontMatter() {
      return frontMatter()
    },
    /** Front-matter values; empty if it cannot be parsed. */
    get values() {
      const values = frontMatter()?.values
      return isRecord(values) ? values : {}
    },
    /** The parsed source: front matter is blank, so that line numbers stay. */
    get body() {
      return body()
    },
    get tree() {
      return tree()
    },
    /** All nodes of the tree, each with its ancestors from the root down. */
    get nodes() {
      return nodes()
    },
    /** Visible text of paragraphs, headings and cells. */
    get shown() {
      return shown()
    },
    /** Ids of the headings, as on the page. */
    get headingIds() {
      return headingIds()
    },
    /** Frees memory; values are computed again when needed. */
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
