import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCollection } from 'astro:content'
import type { Processor, System } from '../lib/systems.ts'

/** A build of the product, with what a visitor needs to download and verify it. */
export interface Build {
  id: string
  system: System
  processor: Processor
  href: string
  fileName: string
  bytes: number
  /** SHA-256 in hex digits. */
  sha256: string
}

/**
 * Returns builds in the order of `builds.json`; files in `public/downloads` are measured and
 * hashed.
 */
export async function builds(): Promise<Build[]> {
  const entries = await getCollection('builds')
  // Collections are sorted by name.
  const order = Object.keys(readList('src/content/builds.json'))
  const ordered = entries.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  return ordered.map(({ id, data }) => {
    const { system, processor } = data
    if ('url' in data) {
      const fileName = data.url.slice(data.url.lastIndexOf('/') + 1)
      return { id, href: data.url, fileName, ...data }
    }
    const file = join(process.cwd(), 'public/downloads', data.file)
    if (!existsSync(file)) {
      throw new Error(
        `src/content/builds.json: ${id} names ${data.file}; put it into public/downloads`,
      )
    }
    const content = readFileSync(file)
    return {
      id,
      system,
      processor,
      href: `/downloads/${data.file}`,
      fileName: data.file,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }
  })
}

function readList(file: string): object {
  return Object(JSON.parse(readFileSync(join(process.cwd(), file), 'utf8')))
}
