import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Lang } from '../../src/lib/languages.ts'
import { createCardMaker } from '../../src/lib/social/card.ts'
import { balance, type Piece, piecesOf } from '../../src/lib/social/lines.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX, socialFileName } from '../../src/lib/social/picture.ts'
import { rasterise } from '../../src/lib/social/raster.ts'

const maker = createCardMaker()
const PAPER = [0xfb, 0xfa, 0xf7]

/** Columns and rows of a picture that hold anything but paper, the sign at the corner left out. */
async function inkOf(file: Uint8Array): Promise<{ right: number; bottom: number; count: number }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([SOCIAL_WIDTH_PX, SOCIAL_HEIGHT_PX])
  let [right, bottom, count] = [0, 0, 0]
  for (let at = 0; at < data.length; at += 3) {
    const x = (at / 3) % SOCIAL_WIDTH_PX
    const y = Math.floor(at / 3 / SOCIAL_WIDTH_PX)
    if (y > 480 || PAPER.every((value, n) => data[at + n] === value)) continue
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
    count += 1
  }
  return { right, bottom, count }
}

test.each<[Lang, string, string]>([
  ['en', 'a short title', 'Sable 1.0'],
  ['en', 'a title of ninety wide letters', 'MWM '.repeat(22)],
  ['en', 'a title of one endless word', 'W'.repeat(90)],
  ['ja', 'a Japanese title', 'コードの索引を手元のディスクに置く理由'],
  ['ja', 'ninety Japanese characters', '索引を手元に置く「理由」、'.repeat(7).slice(0, 90)],
])('keeps within its margins in %s: %s', async (lang, _name, title) => {
  const file = await maker.draw({ lang, name: 'Sable', label: 'Blog', title, note: '2026' })
  const { right, count } = await inkOf(file)
  expect(right).toBeLessThan(SOCIAL_WIDTH_PX - 70)
  expect(count).toBeGreaterThan(5000)
  expect(file.length).toBeLessThan(60_000)
})

test('shows the longest title there may be to its end', async () => {
  const title = '手元の索引で、大きなリポジトリでも待たずに答えを得る方法を説明します。'
    .repeat(3)
    .slice(0, 89)
  const draw = (last: string): Promise<Uint8Array> =>
    maker.draw({ lang: 'ja', name: 'Sable', title: title + last })
  expect(Buffer.compare(await draw('木'), await draw('水'))).not.toBe(0)
})

/** The rows of a picture as its file has them; reading them checks their checksum. */
function rowsOf(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file)
  const at = bytes.indexOf('IDAT')
  return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
}

test('draws the same on a sheet that was used before as on a new one', async () => {
  const pictures = ['MWM '.repeat(22), 'gjpqy', 'コードの索引を手元に', 'One'].map((title, n) => ({
    lang: 'ja' as const,
    name: 'Sable',
    label: 'Blog',
    title,
    note: n % 2 === 0 ? '2026' : '',
  }))
  for (const picture of pictures) {
    const [used, fresh] = [await maker.draw(picture), await createCardMaker().draw(picture)]
    expect(rowsOf(used)).toHaveLength((SOCIAL_WIDTH_PX / 2 + 1) * SOCIAL_HEIGHT_PX)
    expect(Buffer.compare(used, fresh)).toBe(0)
  }
})

test('leaves out what no font has, and the space before it', async () => {
  const draw = (title: string): Promise<Uint8Array> =>
    maker.draw({ lang: 'en', name: 'Sable', title })
  expect(await draw('Faster 🎉 search 🚀')).toEqual(await draw('Faster search'))
})

test('draws letters of many languages rather than empty boxes', async () => {
  const titles = ['Inês Łukasz Đặng', 'Русский', 'ｶﾀｶﾅ々〆〤', '①㈱℃']
  for (const title of titles) {
    const { count } = await inkOf(await maker.draw({ lang: 'ja', name: 'Sable', title }))
    expect(count, title).toBeGreaterThan(3000)
  }
})

test('names the file after all that is written on it', () => {
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

const split = (text: string, lang: Lang): string[] =>
  piecesOf(text, lang).map(({ start, end }) => text.slice(start, end))

test('breaks Japanese between phrases, and never before a mark or a small letter', () => {
  expect(split('コードの索引を手元のディスクに置く理由', 'ja').join('|')).toBe(
    'コードの|索引を|手元の|ディスクに|置く|理由',
  )
  expect(split('「レビュー」できる編集、はじめて。', 'ja').join('|')).toBe(
    '「レビュー」|できる|編集、|はじめて。',
  )
  expect(split('Sable 1.0を公開しました', 'ja').join('|')).toBe('Sable |1.0を|公開しました')
})

test('breaks English at spaces and after hyphens', () => {
  expect(split('A sign-in that lets you in', 'en').join('|')).toBe(
    'A |sign-|in |that |lets |you |in',
  )
})

test('makes lines about equally long, on as few of them as there is room for', () => {
  const text = 'one two three four five six'
  const measure = ({ start, end }: Piece): number => text.slice(start, end).trimEnd().length
  const lines = balance(piecesOf(text, 'en'), 20, measure)
  expect(lines.map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    'one two three',
    'four five six',
  ])
})

test('covers exactly the part of a pixel that an outline covers', () => {
  const steps = [
    { type: 'M', values: [0.5, 0] },
    { type: 'L', values: [2, 0] },
    { type: 'L', values: [2, 1] },
    { type: 'L', values: [0.5, 1] },
    { type: 'Z', values: [] },
  ]
  const { left, width, alpha } = rasterise(steps, (point) => point)
  expect(left).toBe(0)
  expect([...alpha.subarray(0, width)]).toEqual([128, 255, 0, 0])
})
