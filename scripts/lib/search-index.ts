import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { close, createIndex } from 'pagefind'

/** Files that Pagefind writes but the site does not use. */
const UNUSED = /^pagefind-(?:component-ui|modular-ui|ui|highlight|worker)\./

const FOLDER = 'pagefind'

/** Elements without sentences that a result could show. */
const NOT_SENTENCES = 'pre'

/** Start of a section that is a search result of its own. */
const PART = /(?=<section\b[^>]*\bdata-search-part\b)/

/**
 * Writes the search index of a built site to `pagefind/` in it: every page whose content is marked
 * with `data-pagefind-body`, by the language of its `<html>`. If nothing of that differs from the
 * site in the folder `before`, its index is taken.
 */
export async function makeSearchIndex(folder: string, before?: string): Promise<void> {
  const out = path.join(folder, FOLDER)
  if (before !== undefined && (await isAlike(folder, before))) {
    await cp(path.join(before, FOLDER), out, { recursive: true })
    return
  }
  try {
    const { index, errors } = await createIndex({ excludeSelectors: [NOT_SENTENCES] })
    if (index === undefined) throw new Error(errors.join('\n'))
    const added = await index.addDirectory({ path: folder })
    const problems = [...added.errors]
    for (const part of await partsOf(folder)) {
      problems.push(...(await index.addHTMLFile(part)).errors)
    }
    const written = await index.writeFiles({ outputPath: out })
    problems.push(...written.errors)
    if (problems.length > 0) throw new Error(`The search index: ${problems.join('\n')}`)
    const unused = (await readdir(out)).filter((name) => UNUSED.test(name))
    await Promise.all(unused.map((name) => rm(path.join(out, name))))
  } finally {
    await close()
  }
}

/** Sections with `data-search-part` and an id, each as a page of its own at its anchor. */
async function partsOf(folder: string): Promise<{ url: string; content: string }[]> {
  const parts = []
  for (const name of await pagesIn(folder)) {
    const html = await readFile(path.join(folder, name), 'utf8')
    const [before = '', ...sections] = html.slice(0, html.indexOf('</main>')).split(PART)
    const language = /<html[^>]*>/.exec(before)?.[0] ?? '<html>'
    for (const section of sections) {
      const id = /\bid="([^"]+)"/.exec(section)?.[1] ?? ''
      parts.push({
        url: `/${name
          .split(path.sep)
          .join('/')
          .replace(/\.html$/, '')}#${id}`,
        content: `<!doctype html>${language}<body><main data-pagefind-body>${section}</main></body></html>`,
      })
    }
  }
  return parts
}

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.html')).toSorted()
}

async function isAlike(folder: string, before: string): Promise<boolean> {
  if (!existsSync(path.join(before, FOLDER))) return false
  return (await searchedText(folder)) === (await searchedText(before))
}

/** Digest of what an index is made from: language and content of each page that is found. */
async function searchedText(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await pagesIn(folder)) {
    const html = await readFile(path.join(folder, name), 'utf8')
    if (!html.includes('data-pagefind-body')) continue
    const start = html.indexOf('<main')
    const content = html.slice(start, html.indexOf('</main>', start))
    hash.update(`${name}\0${/<html[^>]*>/.exec(html)?.[0]}\0${content}\0`)
  }
  return hash.digest('hex')
}
