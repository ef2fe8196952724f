import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { lintContent } from '../../src/lib/content-lint/lint-content.ts'
import { formatFinding } from '../../src/lib/content-lint/report.ts'
import { japaneseTerms } from '../../src/lib/content-lint/rules/japanese-terms.ts'
import { letterWidth } from '../../src/lib/content-lint/rules/letter-width.ts'
import { openSpelling } from '../../src/lib/content-lint/rules/spelling.ts'

/** Files below `src/content`. */
export type Files = Record<string, string | Uint8Array>

const RIGHT = {
  title: 'A title',
  description: 'A sentence.',
  date: '2026-11-21',
  author: 'mika-aoyama',
  tags: '[editor]',
}

/** A post whose head differs from a right one in the lines given; its text begins on line 9. */
export function post(head: Record<string, string | undefined> = {}, body = 'Text.'): string {
  const lines = Object.entries({ ...RIGHT, ...head })
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field}: ${value}`)
  return ['---', ...lines, '---', '', body, ''].join('\n')
}

/** A release with one change; its text begins on line 8. */
export function release(
  version: string,
  date = '2026-11-21',
  body = '### Fixed\n\n- One.',
): string {
  const head = `version: '${version}'\ndate: ${date}\ntitle: Repairs\nsummary: What changed.`
  return `---\n${head}\n---\n\n${body}\n`
}

/** Pictures of all kinds, for the folder of those of the blog. */
export async function somePictures(): Promise<Files> {
  const picture = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: '#2340c8' } })
  const good = await picture(1600, 900).png().toBuffer()
  const jpeg = await picture(1200, 630).jpeg().toBuffer()
  const webp = await picture(1600, 900).webp().toBuffer()
  const half = (whole: Buffer): Buffer => whole.subarray(0, whole.length - 20)
  return {
    'good.png': good,
    'good.jpg': jpeg,
    'good.webp': webp,
    'long.jpg': Buffer.concat([jpeg, Buffer.from('what some cameras add')]),
    'half.png': half(good),
    'half.jpg': half(jpeg),
    'half.webp': half(webp),
    'small.png': await picture(800, 420).png().toBuffer(),
    'high.png': await picture(1300, 1300).png().toBuffer(),
    'wide.webp': await picture(3000, 700).webp({ lossless: true }).toBuffer(),
    'huge.png': await picture(4100, 2200).png().toBuffer(),
    'heavy.png': Buffer.concat([good, Buffer.alloc(2_400_000)]),
    'words.png': 'These are words, and no picture, whatever the name may say.',
    'moving.gif': 'GIF89a',
    'My Photo.png': good,
  }
}

/** Copies the lists of the site into a project: authors, topics and whatever else is JSON. */
export function copyLists(root: string): void {
  for (const name of globSync('*.json', { cwd: 'src/content' })) {
    cpSync(`src/content/${name}`, join(root, 'src/content', name))
  }
}

/** A project with the authors and topics of the site, one right post, and the files given. */
export function project(files: Files, pictures: Files = {}): { root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'content-'))
  const write = (name: string, content: string | Uint8Array): void => {
    const path = join(root, 'src/content', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  copyLists(root)
  write('blog/en/other.md', post({ title: 'Another title' }))
  write('../pages/index.astro', '')
  for (const [name, content] of Object.entries(files)) write(name, content)
  const words = Object.values(files).join().toLowerCase()
  for (const [name, content] of Object.entries(pictures)) {
    // Of unused pictures, one is enough.
    if (name === 'good.png' || words.includes(name.toLowerCase())) {
      write(`blog/pictures/${name}`, content)
    }
  }
  return { root, remove: () => rmSync(root, { recursive: true }) }
}

const spelling = await openSpelling()

/** All that is said about some files, a line each, without the folder that they share. */
export async function lintReport(files: Files, pictures: Files = {}): Promise<string> {
  const { root, remove } = project(files, pictures)
  const { findings } = await lintContent(root, { also: [spelling, letterWidth, japaneseTerms] })
  remove()
  return findings.map((one) => `${formatFinding(one).replace('src/content/', '')}\n`).join('')
}
