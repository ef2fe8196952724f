import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroConfig, AstroIntegration, AstroPrerenderer } from 'astro'
import { digestOf, digestOfCode, KeptPages } from '../lib/kept-pages.ts'
import { listeningForPictures, socialPictureAt } from '../lib/social/wanted.ts'

/** The address of a post; where it is shown in a language without a text, the English one is meant. */
const POST = /^\/(ja\/)?blog\/([\w.-]+)\.html$/

/**
 * Writes the pages of a build, and renders posts only when something has changed that they are made
 * from: the code, the head of any text (neighbours and related posts are shown), or their own text.
 * Astro's own way to do so, still an experiment, writes each page twice and knows nothing of social
 * pictures.
 */
export function keptPages(): AstroIntegration {
  let config: AstroConfig | undefined
  return {
    name: 'kept-pages',
    hooks: {
      'astro:config:done': ({ config: settled }) => {
        config = settled
      },
      'astro:build:start': ({ setPrerenderer }) => {
        const known = config
        if (known !== undefined) setPrerenderer((own) => keeping(own, known))
      },
    },
  }
}

function keeping(own: AstroPrerenderer, config: AstroConfig): AstroPrerenderer {
  let pages: KeptPages | undefined
  let base = ''
  const out = fileURLToPath(config.outDir)
  const inPublic = new Set(namesBelow(fileURLToPath(config.publicDir)))
  const folders = new Set<string>()
  const makeFolderOf = (file: string): void => {
    const folder = dirname(file)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
    folders.add(folder)
  }
  return {
    ...own,
    async setup() {
      await own.setup?.()
      const code = codeOf(config)
      if (code === undefined) return
      pages = new KeptPages(fileURLToPath(new URL('pages/', config.cacheDir)))
      base = baseOf(config, code)
    },
    async render(request, options) {
      const { pathname } = new URL(request.url)
      const file = join(out, decodeURIComponent(pathname))
      const text = digestOfPost(pathname)
      const key = text === undefined ? undefined : digestOf([base, pathname, text])
      if (key !== undefined) {
        makeFolderOf(file)
        const before = pages?.place(key, file)
        if (before !== undefined) {
          for (const picture of before) socialPictureAt(picture)
          return done()
        }
      }
      const { page, pictures } = await listeningForPictures(() => own.render(request, options))
      const response = page instanceof Response ? page : page.response
      const isWritten = response.status === 200 && pathname.endsWith('.html')
      // Where `public` has a file of this name, Astro decides.
      if (!isWritten || inPublic.has(pathname.slice(1))) return page
      makeFolderOf(file)
      // At once: through threads, as Astro does it, takes three times as long.
      writeFileSync(file, new Uint8Array(await response.arrayBuffer()))
      if (key !== undefined) pages?.keep(key, file, pictures)
      return done()
    },
    async teardown() {
      pages?.save()
      await own.teardown?.()
    },
  }
}

// What has no content is not written by Astro.
function done(): Response {
  return new Response()
}

function namesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
}

/** Digest of the text that a page shows; none where it is no post, or one with pictures. */
function digestOfPost(pathname: string): string | undefined {
  const [, prefix, slug] = POST.exec(pathname) ?? []
  if (slug === undefined) return undefined
  const digests = globalThis.readTexts?.get('blog')?.digests
  const id = `ja/${slug}`
  return digests?.get(prefix !== undefined && digests.has(id) ? id : `en/${slug}`)
}

/** Where Astro has bundled the code that renders pages; it stays below the folder of the project. */
function codeOf({ outDir }: AstroConfig): string | undefined {
  const folders = [fileURLToPath(outDir), join(process.cwd(), '.astro')]
  return folders.map((folder) => join(folder, '.prerender')).find((folder) => existsSync(folder))
}

/** Digest of all that every page of a post depends on. */
function baseOf({ root, outDir }: AstroConfig, code: string): string {
  const content = fileURLToPath(new URL('src/content/', root))
  const lists = readdirSync(content)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  const heads = [...(globalThis.readTexts ?? [])].map(([name, { heads: own }]) => name + own)
  return digestOf([
    digestOfCode(code, outDir.href),
    ...heads.toSorted(),
    ...lists.map((name) => readFileSync(content + name, 'utf8')),
  ])
}
