import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContent } from '../../src/lib/content/check.ts'
import { PassedTexts } from '../../src/lib/content/passed-texts.ts'
import { post, project } from './written-content.ts'

/** Beside one that each project has. */
const texts = {
  'blog/en/one.md': post({ title: 'One' }),
  'blog/en/two.md': post({ title: 'Two' }),
}
const all = ['blog/en/one.md', 'blog/en/other.md', 'blog/en/two.md']

/** What a build reads, and what it finds wrong; the next one knows what has passed. */
function build(root: string): { read: string[]; wrong: string[] } {
  const passed = new PassedTexts(join(root, 'cache/passed-texts.json'))
  const { files, problems } = readContent(root, undefined, passed)
  passed.save()
  return {
    read: files.map(({ file }) => file.replace('src/content/', '')),
    wrong: problems.map(({ file, field }) => `${file.replace('src/content/', '')} ${field}`),
  }
}

function written(files: Record<string, string>): {
  root: string
  write(name: string, text: string): void
} {
  const { root, remove } = project(files)
  onTestFinished(remove)
  return { root, write: (name, text) => writeFileSync(join(root, 'src/content', name), text) }
}

test('reads a text again only when it has changed', () => {
  const { root, write } = written(texts)
  expect(build(root)).toEqual({ read: all, wrong: [] })
  expect(build(root)).toEqual({ read: [], wrong: [] })
  write('blog/en/two.md', post({ title: 'Two', date: 'soon' }))
  const broken = { read: ['blog/en/two.md'], wrong: ['blog/en/two.md date'] }
  expect(build(root)).toEqual(broken)
  // What is wrong stays so.
  expect(build(root)).toEqual(broken)
})

test('finds the title of a text that has passed on another one', () => {
  const { root, write } = written(texts)
  build(root)
  write('blog/en/two.md', post({ title: 'One' }))
  expect(build(root)).toEqual({ read: ['blog/en/two.md'], wrong: ['blog/en/two.md title'] })
})

test('reads a translation again when its English text has another day', () => {
  const { root, write } = written({
    ...texts,
    'blog/ja/two.md': post({ title: '二' }),
  })
  build(root)
  write('blog/en/two.md', post({ title: 'Two', date: '2026-11-20' }))
  expect(build(root)).toEqual({
    read: ['blog/en/two.md', 'blog/ja/two.md'],
    wrong: ['blog/ja/two.md date'],
  })
})

test('reads all again when there are other pages, people or topics', () => {
  const { root, write } = written({ ...texts, 'blog/en/three.md': post({ title: 'Three' }) })
  build(root)
  rmSync(join(root, 'src/content/blog/en/three.md'))
  expect(build(root).read).toEqual(all)
  write('tags.json', '{}')
  expect(build(root).read).toEqual(all)
})

test('reads texts with pictures, files and links to posts each time', () => {
  const link = (text: string): Record<string, string> => ({
    'blog/en/one.md': `${post({ title: 'One' })}\n${text}\n`,
  })
  for (const text of [
    '[Other](/blog/one)',
    '[Home](/#here)',
    '[File](/a.pdf)',
    '![A tree](../pictures/a.png)',
    '[Other][o]\n\n[o]: /blog/one#here',
  ]) {
    const { root } = written(link(text))
    build(root)
    expect(build(root).read, text).toEqual(['blog/en/one.md'])
  }
  const { root } = written(link('[Home](/)'))
  build(root)
  expect(build(root).read).toEqual([])
})
