import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'astro/zod'
import { afterEach, expect, test } from 'vitest'
import { textFiles } from '../../src/lib/content/text-files.ts'

type Context = Parameters<ReturnType<typeof textFiles>['load']>[0]
type Entry = NonNullable<ReturnType<Context['store']['get']>>

const schema = z.record(z.string(), z.unknown())
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function project(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'text-files-'))
  folders.push(root)
  mkdirSync(path.join(root, 'texts/en'), { recursive: true })
  return root
}

interface Seen {
  entries: Map<string, Entry>
  rendered: string[]
  pictures: string[]
}

function contextOf(root: string, { entries, rendered, pictures }: Seen): Context {
  const store = {
    get: (id: string) => entries.get(id),
    set: (entry: Entry) => entries.set(entry.id, entry),
    delete: (id: string) => entries.delete(id),
    keys: () => [...entries.keys()],
    addAssetImports: (all: readonly string[]) => pictures.push(...all),
  }
  const markdown = {
    getRenderFunction:
      () =>
      ({ id, body }: { id: string; body: string }) => {
        rendered.push(id)
        return { html: `<p>${body}</p>`, metadata: { imagePaths: ['a.png'] } }
      },
  }
  return {
    config: { root: pathToFileURL(`${root}/`) },
    store,
    entryTypes: new Map([['.md', markdown]]),
    generateDigest: (text: string) => `digest of ${text}`,
    parseData: ({ data }: { data: object }) => ({ ...data, isParsed: true }),
  } as object as Context
}

test('renders new and changed texts, keeps the pictures of the others, and forgets what is gone', async () => {
  const root = project()
  const seen: Seen = { entries: new Map(), rendered: [], pictures: [] }
  const write = (name: string, text: string): void =>
    writeFileSync(path.join(root, 'texts/en', name), text)
  const load = async (): Promise<void> =>
    await textFiles('texts', schema).load(contextOf(root, seen))
  write('one.md', 'One')
  write('two.md', 'Two')
  write('.hidden.md', 'Not for readers')
  write('note.txt', 'Not a text')
  await load()
  expect(seen.rendered.splice(0)).toEqual(['en/one', 'en/two'])
  expect(seen.entries.get('en/one')).toEqual({
    id: 'en/one',
    data: {},
    filePath: 'texts/en/one.md',
    digest: 'digest of digest of One',
    rendered: { html: '<p>One</p>', metadata: { imagePaths: ['a.png'], minutes: 1 } },
    assetImports: ['a.png'],
  })

  write('one.md', 'Another one')
  await load()
  expect(seen.rendered.splice(0)).toEqual(['en/one'])
  expect(seen.pictures).toEqual(['a.png'])
  expect(seen.entries.get('en/one')?.rendered?.html).toBe('<p>Another one</p>')

  rmSync(path.join(root, 'texts/en/two.md'))
  await load()
  expect([...seen.entries.keys()]).toEqual(['en/one'])
  expect(seen.rendered).toEqual([])
})

test('renders all texts again after an update of what makes their HTML', async () => {
  const root = project()
  const seen: Seen = { entries: new Map(), rendered: [], pictures: [] }
  const load = async (): Promise<void> =>
    await textFiles('texts', schema).load(contextOf(root, seen))
  writeFileSync(path.join(root, 'texts/en/one.md'), 'One')
  await load()
  const files = ['src/lib/markdown.ts', 'src/lib/content/head.ts']
  for (const file of [...files, 'astro.config.mjs', 'package-lock.json']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), 'another')
    seen.rendered.length = 0
    await load()
    expect(seen.rendered, file).toEqual(['en/one'])
    await load()
    expect(seen.rendered, file).toEqual(['en/one'])
  }
})

test('reads a head as the check of the texts does, and a text without the mark of some editors', async () => {
  const root = project()
  const seen: Seen = { entries: new Map(), rendered: [], pictures: [] }
  const head = "title: 'Faster: search'\ndate: 2026-01-02\ntags: [editor, ai]"
  writeFileSync(path.join(root, 'texts/en/one.md'), `\uFEFF---\r\n${head}\r\n---\r\n\r\nOne\r\n`)
  await textFiles('texts', schema).load(contextOf(root, seen))
  expect(seen.entries.get('en/one')?.data).toEqual({
    title: 'Faster: search',
    date: '2026-01-02',
    tags: ['editor', 'ai'],
  })
  expect(seen.entries.get('en/one')?.rendered?.html).toBe('<p>One</p>')
})

test('leaves fields that name a picture, or are wrong, to Astro', async () => {
  const root = project()
  const seen: Seen = { entries: new Map(), rendered: [], pictures: [] }
  writeFileSync(path.join(root, 'texts/en/one.md'), 'One')
  writeFileSync(path.join(root, 'texts/en/two.md'), '---\ncover: a.png\n---\n\nTwo')
  await textFiles('texts', schema).load(contextOf(root, seen))
  expect(seen.entries.get('en/one')?.data).toEqual({})
  expect(seen.entries.get('en/two')?.data).toEqual({ cover: 'a.png', isParsed: true })
  const strict = z.strictObject({ title: z.string() })
  const again: Seen = { entries: new Map(), rendered: [], pictures: [] }
  await textFiles('texts', strict).load(contextOf(root, again))
  expect(again.entries.get('en/one')?.data).toEqual({ isParsed: true })
})

test('says what is missing when Astro reads Markdown in another way', async () => {
  const context = { ...contextOf(project(), { entries: new Map(), rendered: [], pictures: [] }) }
  const load = textFiles('texts', schema).load(Object.assign(context, { entryTypes: undefined }))
  await expect(load).rejects.toThrow('how Markdown is read')
})
