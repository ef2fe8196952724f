import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { close, createIndex } from 'pagefind'

/** What Pagefind writes besides the index and the code that reads it. */
const UNUSED = /^pagefind-(?:component-ui|modular-ui|ui|highlight|worker)\./

/**
 * Writes the search index of a built site to `pagefind/` in it: every page whose content is marked
 * with `data-pagefind-body`, by the language of its `<html>`.
 */
export async function makeSearchIndex(folder: string): Promise<void> {
  try {
    const { index, errors } = await createIndex({})
    if (index === undefined) throw new Error(errors.join('\n'))
    const added = await index.addDirectory({ path: folder })
    const out = path.join(folder, 'pagefind')
    const written = await index.writeFiles({ outputPath: out })
    const problems = [...added.errors, ...written.errors]
    if (problems.length > 0) throw new Error(`The search index: ${problems.join('\n')}`)
    const unused = (await readdir(out)).filter((name) => UNUSED.test(name))
    await Promise.all(unused.map((name) => rm(path.join(out, name))))
  } finally {
    await close()
  }
}
