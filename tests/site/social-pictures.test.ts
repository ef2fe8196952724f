import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Lang } from '../../src/lib/languages.ts'
import { drawCard } from '../../src/lib/social/card.ts'
import { createFonts } from '../../src/lib/social/fonts.ts'
import { withPhrases } from '../../src/lib/social/phrases.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX, socialFileName } from '../../src/lib/social/picture.ts'

const PAPER = [0xfb, 0xfa, 0xf7]

/** Measures the text of a picture: its right edge, and the number of its pixels. */
async function inkOf(file: Uint8Array): Promise<{ right: number; count: number }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([SOCIAL_WIDTH_PX, SOCIAL_HEIGHT_PX])
  let [right, count] = [0, 0]
  for (let at = 0; at < data.length; at += 3) {
    const pixel = at / 3
    if (pixel > 480 * info.width) break
    if (PAPER.every((value, n) => Math.abs(value - (data[at + n] ?? 0)) < 9)) continue
    right = Math.max(right, pixel % info.width)
    count += 1
  }
  return { right, count }
}

test.each<[Lang, string, string]>([
  ['en', 'a short title', 'Sable 1.0'],
  ['en', 'a title of ninety wide letters', 'MWM '.repeat(22)],
  ['en', 'a title of one endless word', 'W'.repeat(90)],
  ['ja', 'a Japanese title', 'コードの索引を手元のディスクに置く理由'],
  ['ja', 'ninety Japanese characters', '索引を手元に置く「理由」、'.repeat(7).slice(0, 90)],
])('keeps within its margins in %s: %s', async (lang, _name, title) => {
  const file = await drawCard({ lang, name: 'Sable', label: 'Blog', title, note: '2026' })
  const { right, count } = await inkOf(file)
  expect(right).toBeLessThan(SOCIAL_WIDTH_PX - 70)
  expect(count).toBeGreaterThan(5000)
  expect(file.length).toBeLessThan(60_000)
})

test('shows the longest allowed title in full', async () => {
  const title = '手元の索引で、大きなリポジトリでも待たずに答えを得る方法を説明します。'
    .repeat(3)
    .slice(0, 89)
  const draw = (last: string): Promise<Uint8Array> =>
    drawCard({ lang: 'ja', name: 'Sable', title: title + last })
  expect(Buffer.compare(await draw('木'), await draw('水'))).not.toBe(0)
})

test('renders the same text identically, regardless of earlier pictures', async () => {
  const draw = (title: string): Promise<Uint8Array> =>
    drawCard({ lang: 'ja', name: 'Sable', title, text: title })
  const [one] = [await draw('コードの索引'), await draw('「別」の題 Другое')]
  expect(Buffer.compare(one, await draw('コードの索引'))).toBe(0)
})

test('leaves out characters without a glyph, and the space before them', async () => {
  const draw = (title: string): Promise<Uint8Array> =>
    drawCard({ lang: 'en', name: 'Sable', title })
  expect(await draw('Faster 🎉 search 🚀')).toEqual(await draw('Faster search'))
})

test('renders letters of many languages', async () => {
  const draw = (title: string): Promise<Uint8Array> =>
    drawCard({ lang: 'ja', name: 'Sable', title })
  const empty = await draw('\u{e000}\u{e000}')
  for (const title of ['Łukasz Đặng', 'Русский', 'ｶﾀｶﾅ々〆〤', '①㈱℃']) {
    const { count } = await inkOf(await draw(title))
    expect(count, title).toBeGreaterThan((await inkOf(empty)).count)
  }
})

test('names the file by a hash of all its text', () => {
  const picture = { lang: 'en', name: 'Sable', label: 'Blog', title: 'One', note: '2026' } as const
  const names = [
    picture,
    { ...picture, lang: 'ja' as const },
    { ...picture, title: 'Two' },
    { ...picture, note: '2027' },
    { ...picture, text: 'Text' },
  ].map(socialFileName)
  expect(new Set(names).size).toBe(names.length)
  expect(names[0]).toMatch(/^social-[0-9a-f]{16}\.png$/)
  expect(socialFileName({ ...picture })).toBe(names[0])
})

test.each([
  ['コードの索引を手元のディスクに置く理由', 'コードの|索引を|手元の|ディスクに|置く|理由'],
  ['「レビュー」できる編集、はじめて。', '「レビュー」|できる|編集、|はじめて。'],
  ['Sable 1.0を公開しました', 'Sable |1.0を|公開しました'],
])('breaks %s between phrases, and never before a mark or a small letter', (text, expected) => {
  expect(withPhrases(text).replaceAll('\u200b', '|')).toBe(expected)
})

test('waits for fonts that another picture has begun to load, and loads none twice', async () => {
  const { promise: isLoaded, resolve: finishLoading } = Promise.withResolvers<never[]>()
  const loaded: unknown[] = []
  const need = createFonts({
    registerFont: (font) => {
      loaded.push(font)
      return isLoaded
    },
  })
  const first = need('abc')
  const count = loaded.length
  let isSecondReady = false
  const second = need('abc').then(() => {
    isSecondReady = true
  })
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(isSecondReady).toBe(false)
  finishLoading([])
  await Promise.all([first, second])
  expect(loaded).toHaveLength(count)
  expect(count).toBeGreaterThan(0)
})
