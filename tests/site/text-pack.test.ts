import { mkdtempSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { expect, onTestFinished, test } from 'vitest'
import { keepingTexts, keptText } from '../../src/lib/content/kept-texts.ts'
import { TextPack } from '../../src/lib/content/text-pack.ts'

type Context = Parameters<Loader['load']>[0]
type Store = Context['store']
type Entry = Parameters<Store['set']>[0]

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), 'texts-'))
}

function packAt(file: string): TextPack {
  const pack = new TextPack(file)
  onTestFinished(() => pack.close())
  return pack
}

test('gives texts back as they were, also to the next build', () => {
  const file = path.join(folder(), 'a.pack')
  const pack = packAt(file)
  const texts = new Map([
    ['en/one', '<p>One</p>'],
    ['ja/one', '<p>索引を手元に置く 🎉</p>'],
    ['en/none', ''],
    ...Array.from({ length: 600 }, (_, n) => [`en/${n}`, `<p>${'x'.repeat(n)}</p>`] as const),
  ])
  for (const [id, text] of texts) pack.set(id, 'digest', text)
  pack.save(new Set(texts.keys()))
  const next = packAt(file)
  for (const [id, text] of texts) {
    expect(pack.read(id)).toBe(text)
    expect(next.read(id)).toBe(text)
    expect(next.has(id, 'digest')).toBe(true)
  }
  expect(next.has('en/one', 'another')).toBe(false)
  expect(() => next.read('en/other')).toThrow('holds no text for en/other')
})

test('writes nothing when nothing is new, and leaves out what is gone', () => {
  const file = path.join(folder(), 'a.pack')
  const pack = packAt(file)
  for (const id of ['one', 'two', 'three']) pack.set(id, '1', id)
  pack.save(new Set(['one', 'two', 'three']))
  const before = statSync(file)
  packAt(file).save(new Set(['one', 'two', 'three']))
  expect(statSync(file).ino).toBe(before.ino)
  const edited = packAt(file)
  edited.set('two', '2', 'second')
  edited.save(new Set(['two', 'three']))
  const next = packAt(file)
  expect(next.has('one', '1')).toBe(false)
  expect([next.read('two'), next.read('three')]).toEqual(['second', 'three'])
  expect(readdirSync(path.dirname(file))).toEqual(['a.pack'])
})

test('takes a file that was cut off as none', () => {
  const file = path.join(folder(), 'a.pack')
  const pack = packAt(file)
  pack.set('one', '1', 'text')
  pack.save(new Set(['one']))
  for (const size of [statSync(file).size - 1, 20, 3]) {
    truncateSync(file, size)
    expect(packAt(file).has('one', '1')).toBe(false)
  }
})

// What Astro gives a loader, as far as these use it.
function contextOf(cache: string, entries: Map<string, Entry>): Context {
  const store: Partial<Store> = {
    values: () => [...entries.values()] as ReturnType<Store['values']>,
    keys: () => [...entries.keys()],
    delete: (id) => void entries.delete(id),
    set: (entry) => entries.set(entry.id, entry) !== undefined,
  }
  const config = { cacheDir: pathToFileURL(`${cache}/`) }
  return { collection: 'blog', config, store } as object as Context
}

test('keeps the HTML of texts out of the store, and makes again what one of the two lost', async () => {
  const cache = folder()
  const entries = new Map<string, Entry>()
  const rendered: string[] = []
  const loader = keepingTexts({
    name: 'one-text',
    load: async ({ store }) => {
      if (store.values().length > 0) return
      rendered.push('en/one')
      const metadata = {
        headings: [],
        frontmatter: { title: 'One' },
        imagePaths: ['a.png'],
        minutes: 3,
      }
      const one = { id: 'en/one', digest: '1', data: {} }
      store.set({ ...one, rendered: { html: '<p>One</p>', metadata } })
    },
  })
  const load = async (): Promise<void> => await loader.load(contextOf(cache, entries))
  await load()
  expect(entries.get('en/one')?.rendered).toEqual({
    html: '',
    metadata: { headings: [], imagePaths: ['a.png'], minutes: 3 },
  })
  expect(keptText({ collection: 'blog', id: 'en/one' })).toBe('<p>One</p>')
  await load()
  expect(rendered).toHaveLength(1)
  truncateSync(path.join(cache, 'texts-blog.pack'), 5)
  await load()
  expect(rendered).toHaveLength(2)
  expect(keptText({ collection: 'blog', id: 'en/one' })).toBe('<p>One</p>')
})

test('leaves alone what is rendered only when a page is asked for', async () => {
  const cache = folder()
  const one = { id: 'en/one', digest: '1', data: {}, deferredRender: true }
  const entries = new Map<string, Entry>([['en/one', one]])
  const loader = keepingTexts({
    name: 'two-texts',
    load: async ({ store }) => void store.set({ ...one, id: 'en/two' }),
  })
  await loader.load(contextOf(cache, entries))
  expect([...entries.values()]).toEqual([one, { ...one, id: 'en/two' }])
})
