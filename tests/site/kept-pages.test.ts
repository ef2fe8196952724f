import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { digestOfCode, KeptPages } from '../../src/lib/kept-pages.ts'

const picture = { lang: 'en', name: 'Sable', title: 'One' } as const

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), 'pages-'))
}

/** A build that made one page and kept it. */
function buildBefore(kept: string): void {
  const file = path.join(folder(), 'one.html')
  writeFileSync(file, 'One')
  const pages = new KeptPages(kept)
  pages.keep('a1', file, [picture])
  pages.save()
}

test('gives the next build a page with its pictures, as long as its key is the same', () => {
  const kept = folder()
  buildBefore(kept)
  const pages = new KeptPages(kept)
  const to = path.join(folder(), 'one.html')
  expect(pages.place('b2', to)).toBeUndefined()
  expect(pages.place('a1', to)).toEqual([picture])
  expect(readFileSync(to, 'utf8')).toBe('One')
})

test('forgets what a build did not have, and makes all anew when the list is cut off', () => {
  const kept = folder()
  buildBefore(kept)
  const pages = new KeptPages(kept)
  pages.place('a1', path.join(folder(), 'one.html'))
  pages.save()
  expect(readdirSync(kept).toSorted()).toEqual(['a1.html', 'index.json'])
  writeFileSync(path.join(kept, 'index.json'), '[["a1",')
  expect(new KeptPages(kept).place('a1', path.join(folder(), 'one.html'))).toBeUndefined()
  new KeptPages(kept).save()
  expect(readdirSync(kept)).toEqual(['index.json'])
})

test('makes a page anew that somebody has changed where it was built', () => {
  const kept = folder()
  buildBefore(kept)
  const file = path.join(kept, 'a1.html')
  writeFileSync(file, 'Changed')
  utimesSync(file, 1, 1)
  const pages = new KeptPages(kept)
  const to = path.join(folder(), 'one.html')
  expect(pages.place('a1', to)).toBeUndefined()
  writeFileSync(to, 'One')
  pages.keep('a1', to, [])
  pages.save()
  expect(readFileSync(file, 'utf8')).toBe('One')
})

/** Code of a site as a build leaves it, with names that follow from the content. */
function codeOf(hash: string, line: string, out: string, assets: string): string {
  const code = folder()
  mkdirSync(path.join(code, 'chunks'))
  const write = (name: string, text: string): void => writeFileSync(path.join(code, name), text)
  write(`chunks/post_${hash}.mjs`, `import './text_${hash}.mjs'\n${line}\n`)
  write(`chunks/_astro_data-layer-content_${hash}.mjs`, `export default '${hash}'`)
  const manifest = `{"outDir":"${out}","assets":[${assets}],"map":{"virtual:astro:page:a":"chunks/post_${hash}.mjs"},"key":"${hash}"}`
  write(`prerender-entry.${hash}.mjs`, manifest)
  return code
}

test('tells code that renders otherwise from code with other names, texts and places', () => {
  const one = codeOf('AAAAAAAA', 'one()', 'file:///one/', '"/a.css","/b.css"')
  const same = codeOf('BBBB-BBB', 'one()', 'file:///two/', '"/b.css","/a.css"')
  const other = codeOf('AAAAAAAA', 'two()', 'file:///one/', '"/a.css","/b.css"')
  expect(digestOfCode(same, 'file:///two/')).toBe(digestOfCode(one, 'file:///one/'))
  expect(digestOfCode(other, 'file:///one/')).not.toBe(digestOfCode(one, 'file:///one/'))
})
