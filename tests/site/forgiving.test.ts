import type { Loader } from 'astro/loaders'
import { expect, test } from 'vitest'
import { forgiving } from '../../src/lib/content/forgiving.ts'
import { publishedOf } from '../../src/lib/published.ts'

type Context = Parameters<Loader['load']>[0]

// A loader that reads one file, as that of Markdown does with each.
async function readWith(getEntryInfo: (file: object) => unknown): Promise<unknown> {
  let found: unknown
  const loader: Loader = {
    name: 'one-file',
    load: async (context) => {
      const { entryTypes } = context as Context & {
        entryTypes: Map<string, { getEntryInfo: (file: object) => unknown }>
      }
      found = await entryTypes
        .get('.md')
        ?.getEntryInfo({ contents: '---', fileUrl: new URL('file:///x.md') })
    },
  }
  await forgiving(loader).load({
    entryTypes: new Map([['.md', { getEntryInfo }]]),
  } as object as Context)
  return found
}

test('takes a head that cannot be read as an empty one', async () => {
  const broken = (): never => {
    throw new Error('unexpected end of the stream')
  }
  expect(await readWith(broken)).toMatchObject({ data: {}, body: '' })
})

test('leaves a head that can be read as it is', async () => {
  expect(await readWith(() => ({ data: { title: 'A title' } }))).toEqual({
    data: { title: 'A title' },
  })
})

test.each([
  [{ draft: false, date: '2026-11-20' }, true],
  [{ draft: false, date: '2026-11-21' }, true],
  [{ draft: false, date: '2026-11-22' }, false],
  [{ draft: true, date: '2026-11-20' }, false],
])('publishes %o on 2026-11-21: %s', (post, published) => {
  const own = [{ id: 'en/a', data: post }]
  expect(publishedOf(own, '2026-11-21')).toEqual(published ? own : [])
})

test.each([
  ['a draft', { draft: true, date: '2026-11-20' }],
  ['of a later day', { draft: false, date: '2026-11-22' }],
])('publishes no translation of a text that is %s', (_name, data) => {
  const posts = [
    { id: 'en/a', data },
    { id: 'ja/a', data: { draft: false, date: '2026-11-20' } },
  ]
  expect(publishedOf(posts, '2026-11-21')).toEqual([])
})
