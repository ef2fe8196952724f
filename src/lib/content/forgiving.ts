import type { Loader } from 'astro/loaders'

/**
 * While developing, a head that cannot be read is taken as an empty one: the server goes on, and
 * shows the text as one that has to be mended. A build is stopped before by the check of all texts.
 */
export function forgiving(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) => {
      const entryTypes = 'entryTypes' in context ? context.entryTypes : undefined
      if (!(entryTypes instanceof Map)) return loader.load(context)
      const kinds = [...entryTypes].map(
        ([ending, kind]) => [ending, { ...kind, ...reading(kind) }] as const,
      )
      return loader.load(Object.assign({ ...context }, { entryTypes: new Map(kinds) }))
    },
  }
}

interface EntryKind {
  getEntryInfo(file: { contents: string; fileUrl: URL }): unknown
}

function reading(kind: EntryKind): EntryKind {
  return {
    async getEntryInfo(file) {
      try {
        return await kind.getEntryInfo(file)
      } catch {
        // The check of all texts has said what is wrong, in words of a writer.
        return { data: {}, body: '', slug: '', rawData: '' }
      }
    },
  }
}
