import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { editorConfig } from '../../scripts/cms/config.ts'
import { answer } from '../../scripts/cms/files.ts'
import { serveEditor, type ServedEditor } from '../../scripts/cms/serve.ts'
import { lintContent } from '../../src/lib/content-lint/lint-content.ts'
import { post, project } from '../site/written-content.ts'

let made: ReturnType<typeof project>

beforeEach(() => {
  made = project({})
})

afterEach(() => made.remove())

const ask = (action: string, params: object = {}): unknown => answer(made.root, { action, params })
const read = (file: string): string => readFileSync(join(made.root, file), 'utf8')
const save = (files: Record<string, string>): unknown =>
  ask('persistEntry', {
    dataFiles: Object.entries(files).map(([path, raw]) => ({ path, raw, slug: 'x' })),
    assets: [],
    options: { commitMessage: '' },
  })

// As the editor writes it.
const WRITTEN = `---
title: A title that was changed
description: A sentence that is long enough for the editor to put it on two lines, as
  it does with all of them.
date: 2026-11-21
author: mika-aoyama
tags:
  - editor
cover: null
updated: ''
draft: false
---
Text.`

test('lists the texts of both languages and reads one', () => {
  expect(ask('entriesByFolder', { folder: 'src/content/blog', extension: 'md', depth: 2 })).toEqual(
    [
      {
        data: post({ title: 'Another title' }),
        file: { path: 'src/content/blog/en/other.md', id: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
  )
  const path = 'src/content/blog/en/nothing.md'
  expect(ask('getEntry', { path })).toEqual({ data: null, file: { path, id: null } })
})

test('writes a text that passes the content lint unchanged', async () => {
  save({ 'src/content/blog/en/other.md': WRITTEN })
  expect(read('src/content/blog/en/other.md')).toBe(
    `---
title: A title that was changed
description: A sentence that is long enough for the editor to put it on two lines, as it does with all of them.
date: 2026-11-21
author: mika-aoyama
tags: [editor]
---

Text.
`,
  )
  expect((await lintContent(made.root)).findings).toEqual([])
})

test('leaves lines of unchanged front matter as they are', () => {
  const path = 'src/content/blog/en/other.md'
  const head = `# For the release.
title: 'Another title'
description: >-
  A sentence
  on two lines.
date: "2026-11-21"   # a Saturday
tags:
  - editor
author: mika-aoyama
draft: false
`
  writeFileSync(join(made.root, path), `---\n${head}---\n\nText.\n`)
  const written = WRITTEN.replace(/description: .*\n.*/, 'description: A sentence on two lines.')
  save({ [path]: written.replace("updated: ''", 'updated: 2026-11-22') })
  expect(read(path)).toBe(`---
${head.replace(/title: .*/, 'title: A title that was changed').replace('  - editor\n', '  - editor\nupdated: 2026-11-22\n')}---

Text.
`)
  save({ [path]: written.replace('  - editor', '  - review') })
  expect(read(path)).not.toContain('updated')
  expect(read(path)).toContain('tags: [review]\nauthor: mika-aoyama\ndraft: false\n')
})

test('keeps the quotation marks of a version if its title changes', () => {
  const path = 'src/content/changelog/en/1.0.0.md'
  mkdirSync(join(made.root, 'src/content/changelog/en'), { recursive: true })
  const text = `---
version: '1.0.0'
date: 2026-11-21
title: One
summary: 'A sentence: the second half.'
---

- One
`
  writeFileSync(join(made.root, path), text)
  const raw = text.replaceAll("'1.0.0'", '1.0.0').replace('title: One', 'title: Two')
  save({ [path]: raw.replace(/'(A.*)'/, '"$1"') })
  expect(read(path)).toBe(text.replace('title: One', 'title: Two'))
})

test.each([
  ['- One', '* One\n\n  * Two', '- One\n\n  - Two'],
  ['Text.', '* One', '- One'],
  ['- One', '* * *\n\n* One\n\nText:\n\n    * code', '* * *\n\n- One\n\nText:\n\n    * code'],
  ['- One', '* One\n\n```md\n* code\n```', '- One\n\n```md\n* code\n```'],
  ['* One', '* One\n* Two', '* One\n* Two'],
  ['- One', '- One\n\n* Two', '- One\n\n* Two'],
])('keeps the list markers of the file: %j', (former, body, said) => {
  const path = 'src/content/blog/en/other.md'
  writeFileSync(join(made.root, path), post({}, former))
  save({ [path]: post({}, body) })
  expect(read(path)).toBe(post({}, said))
})

test('creates no Japanese text before it has a title', () => {
  const japanese = 'src/content/blog/ja/other.md'
  const empty = WRITTEN.replace(/title: .*/, "title: ''")
  save({ 'src/content/blog/en/other.md': WRITTEN, [japanese]: empty })
  expect(existsSync(join(made.root, japanese))).toBe(false)
  save({ [japanese]: WRITTEN.replace(/title: .*/, 'title: 題名') })
  expect(read(japanese)).toContain('title: 題名\n')
})

test('refuses a name that another text has', () => {
  const path = 'src/content/blog/other.md'
  expect(ask('getEntry', { path })).toMatchObject({ data: post({ title: 'Another title' }) })
  save({ 'src/content/blog/ja/alone.md': WRITTEN })
  const alone = ask('getEntry', { path: 'src/content/blog/alone.md' })
  expect(alone).toMatchObject({ data: expect.stringContaining('A title that was changed') })
})

test('stores pictures beside the posts and removes them on request', () => {
  const path = 'src/content/blog/pictures/diff.png'
  const content = Buffer.from('picture').toString('base64')
  expect(ask('persistMedia', { asset: { path, content, encoding: 'base64' } })).toMatchObject({
    path,
    name: 'diff.png',
    content,
  })
  expect(ask('getMedia', { mediaFolder: 'src/content/blog/pictures' })).toHaveLength(1)
  ask('deleteFiles', { paths: [path, 'src/content/blog/en/other.md'] })
  expect(existsSync(join(made.root, path))).toBe(false)
  expect(existsSync(join(made.root, 'src/content/blog/en/other.md'))).toBe(false)
})

test.each([
  'package.json',
  '../outside.md',
  'src/content/blog/en/../../../../outside.md',
  'src/content/blog/en/x.ts',
  '/etc/passwd',
  'src/content/blog/pictures/x.svg',
])('changes only texts and pictures: %s', (path) => {
  expect(() => save({ [path]: WRITTEN })).toThrow("is no file of the editor's")
  expect(() => ask('getEntry', { path })).toThrow("is no file of the editor's")
  expect(() => ask('deleteFile', { path })).toThrow("is no file of the editor's")
  const asset = { path, content: '', encoding: 'base64' }
  expect(() => ask('persistMedia', { asset })).toThrow("is no file of the editor's")
})

test('follows no symbolic link out of the content folder', () => {
  const outside = mkdtempSync(join(tmpdir(), 'passport-cms-'))
  try {
    writeFileSync(join(outside, 'own.md'), 'mine')
    const link = 'src/content/blog/en/link.md'
    symlinkSync(join(outside, 'own.md'), join(made.root, link))
    mkdirSync(join(made.root, 'src/content/legal'), { recursive: true })
    rmSync(join(made.root, 'src/content/legal/ja'), { recursive: true, force: true })
    symlinkSync(outside, join(made.root, 'src/content/legal/ja'))
    for (const path of [link, 'src/content/legal/ja/own.md', 'src/content/legal/ja/new.md']) {
      expect(() => save({ [path]: WRITTEN })).toThrow('leads out of the texts')
      expect(() => ask('getEntry', { path })).toThrow('leads out of the texts')
      expect(() => ask('deleteFile', { path })).toThrow('leads out of the texts')
    }
    expect(readFileSync(join(outside, 'own.md'), 'utf8')).toBe('mine')
    expect(existsSync(join(outside, 'new.md'))).toBe(false)
  } finally {
    rmSync(outside, { recursive: true })
  }
})

test('keeps a text if its new name is invalid', () => {
  const path = 'src/content/blog/en/other.md'
  const file = { path, newPath: '../other.md', raw: WRITTEN }
  expect(() => ask('persistEntry', { dataFiles: [file], assets: [] })).toThrow('is no file')
  expect(read(path)).toBe(post({ title: 'Another title' }))
})

test('refuses requests that are not in the protocol', () => {
  expect(() => ask('publishUnpublishedEntry')).toThrow('there is no action')
  expect(() => answer(made.root, { params: {} })).toThrow('action')
  expect(() => ask('entriesByFolder', { folder: 'server' })).toThrow('is no folder of texts')
})

test('offers the existing authors and topics', () => {
  const config = JSON.stringify(editorConfig(made.root))
  expect(config).toContain('{"label":"Mika Aoyama","value":"mika-aoyama"}')
  expect(config).toContain('{"label":"Editor","value":"editor"}')
})

interface Reply {
  status: number
  policy: string
  text: string
}

function call(
  served: ServedEditor,
  { method = 'GET', path = '/', host = '', origin = '', body = '' },
): Promise<Reply> {
  const headers = { ...(host && { host }), ...(origin && { origin }) }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, served.origin.replace('localhost', '127.0.0.1')), {
      method,
      headers,
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          policy: String(response.headers['content-security-policy']),
          text,
        }),
      )
    })
    sent.end(body)
  })
}

test('serves only this machine, and no page of another origin', async () => {
  const editor = join(made.root, 'src/content')
  writeFileSync(join(editor, 'decap-cms.js'), 'editor')
  const served = await serveEditor({ root: made.root, editor, port: 0 })
  const own = new URL(served.origin).host
  const body = JSON.stringify({ action: 'info', params: {} })
  const upload = { method: 'POST', path: '/api/v1', body }
  try {
    const page = await call(served, {})
    expect(page.status).toBe(200)
    expect(page.policy).toContain("default-src 'self'")
    expect((await call(served, { path: '/decap-cms.js' })).text).toBe('editor')
    expect((await call(served, { path: '/words.txt' })).status).toBe(404)
    expect((await call(served, { path: '/problems.json' })).text).toBe('[]')
    expect((await call(served, { ...upload, host: own, origin: served.origin })).status).toBe(200)
    expect(
      (await call(served, { ...upload, host: own, origin: 'https://evil.example' })).status,
    ).toBe(422)
    expect((await call(served, { ...upload, host: own })).status).toBe(422)
    expect((await call(served, { host: 'evil.example' })).status).toBe(422)
  } finally {
    served.close()
  }
})
