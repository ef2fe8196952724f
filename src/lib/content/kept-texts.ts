import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { TextPack } from './text-pack.ts'

declare global {
  /** Pages are bundled apart from the loaders that read for them, so they meet here. */
  var keptTexts: Map<string, TextPack> | undefined
  /** What was read of each collection. */
  var readTexts: Map<string, ReadTexts> | undefined
}

/** What pages depend on that show texts of a collection. */
export interface ReadTexts {
  /** Digest of all heads, and of what lists say of a text. */
  heads: string
  /** Digest of each text; none where it or its head names a picture, which is made anew. */
  digests: ReadonlyMap<string, string | undefined>
}

/**
 * Keeps the HTML of texts in a file beside the store of the content. A build reads all of the store
 * again and again, as one script: with thousands of texts in it, that takes longer than the pages.
 */
export function keepingTexts(loader: Loader): Loader {
  return {
    ...loader,
    async load(context) {
      const { collection, config, store } = context
      mkdirSync(config.cacheDir, { recursive: true })
      const path = fileURLToPath(new URL(`texts-${collection}.pack`, config.cacheDir))
      const pack = new TextPack(path)
      // What one of the two has lost is made again for both.
      for (const { id, digest, rendered } of store.values()) {
        if (rendered !== undefined && !pack.has(id, String(digest))) store.delete(id)
      }
      await loader.load({
        ...context,
        store: {
          ...store,
          set(entry) {
            const { id, digest, rendered } = entry
            if (rendered === undefined) return store.set(entry)
            pack.set(id, String(digest), rendered.html)
            const { headings = [], imagePaths = [], minutes } = rendered.metadata ?? {}
            return store.set({
              ...entry,
              rendered: { html: '', metadata: { headings, imagePaths, minutes } },
            })
          },
        },
      })
      pack.save(new Set(store.keys()))
      globalThis.keptTexts ??= new Map()
      globalThis.keptTexts.get(collection)?.close()
      globalThis.keptTexts.set(collection, pack)
      globalThis.readTexts ??= new Map()
      globalThis.readTexts.set(collection, readOf(store.values()))
    },
  }
}

type Entry = ReturnType<LoaderContext['store']['values']>[number]

function readOf(entries: readonly Entry[]): ReadTexts {
  const today = new Date().toISOString().slice(0, 10)
  const heads = entries.map(({ id, data, rendered }) => {
    // A text of a later day becomes public without a change.
    const isDue = typeof data['date'] === 'string' && data['date'] <= today
    return [id, data, rendered?.metadata?.['minutes'], isDue]
  })
  return {
    heads: hash('sha256', JSON.stringify(heads)),
    digests: new Map(
      entries.map(({ id, data, digest, assetImports = [], rendered }) => {
        const pictures = [...assetImports, ...(rendered?.metadata?.imagePaths ?? [])]
        const isPlain = pictures.length === 0 && !('cover' in data)
        return [id, isPlain ? String(digest) : undefined]
      }),
    ),
  }
}

/** The HTML of a text whose loader is one of those above. */
export function keptText({ collection, id }: { collection: string; id: string }): string {
  const pack = globalThis.keptTexts?.get(collection)
  if (pack === undefined) throw new Error(`the texts of ${collection} were not read`)
  return pack.read(id)
}
