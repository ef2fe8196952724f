import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'

// Small pictures of the main pages, which show moved, missing and discoloured parts, but not
// how a system smooths its letters. Update them with UPDATE_LOOKS=1 after looking at the
// pages; a failed comparison leaves what was seen in .cache/looks.
const folder = path.join(import.meta.dirname, 'looks')
const seenFolder = path.join(import.meta.dirname, '../../.cache/looks')
const isUpdate = process.env.UPDATE_LOOKS === '1'

/** Each point of a small picture stands for a square of so many pixels. */
const SQUARE_PX = 12
/** Maximum difference of a colour, of 255, that counts as equal. */
const SMALLEST_DIFFERENCE = 28
/** Part of the points that may differ: letters of another system's fonts, a new date. */
const MOST_DIFFERENT = 0.03

const pages = { home: '/', pricing: '/pricing', 'sign-in': '/login', post: '/blog/sable-1-0' }
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } }

interface Picture {
  data: Buffer
  info: { width: number; height: number }
}

async function shrink(shot: Buffer): Promise<Picture> {
  const { width } = await sharp(shot).metadata()
  return await sharp(shot)
    .removeAlpha()
    .resize({ width: Math.round(width / SQUARE_PX), kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Part of the points whose colour differs visibly. */
function differenceOf(one: Picture, two: Picture): number {
  const points = one.info.width * one.info.height
  if (two.info.width * two.info.height !== points) return 1
  let different = 0
  for (let point = 0; point < points; point++) {
    const most = Math.max(
      ...[0, 1, 2].map((part) =>
        Math.abs((one.data[point * 3 + part] ?? 0) - (two.data[point * 3 + part] ?? 0)),
      ),
    )
    if (most > SMALLEST_DIFFERENCE) different += 1
  }
  return different / points
}

async function save(picture: Picture, file: string): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true })
  const { width, height } = picture.info
  const png = await sharp(picture.data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  writeFileSync(file, png)
}

async function read(file: string): Promise<Picture> {
  if (!existsSync(file)) throw new Error(`${file} is missing: make it with UPDATE_LOOKS=1`)
  return await sharp(readFileSync(file)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`looks like its reference picture on a ${size} in ${colorScheme}`, async ({
      browser,
      baseURL,
    }) => {
      const page = await browser.newPage({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        ...(baseURL === undefined ? {} : { baseURL }),
      })
      for (const [name, address] of Object.entries(pages)) {
        await page.goto(address)
        // Content that scripts add, such as sign-in methods, is part of the picture.
        const element = page.locator('passport-login')
        if (name === 'sign-in') {
          await expect(element.getByRole('link', { name: 'GitHub' })).toBeVisible()
        }
        await page.evaluate(() => document.fonts.ready)
        const picture = await shrink(await page.screenshot({ animations: 'disabled' }))
        const file = `${name}-${size}-${colorScheme}.png`
        if (isUpdate) await save(picture, path.join(folder, file))
        const difference = differenceOf(picture, await read(path.join(folder, file)))
        if (difference > MOST_DIFFERENT) await save(picture, path.join(seenFolder, file))
        expect(difference, `${file}, seen in .cache/looks`).toBeLessThanOrEqual(MOST_DIFFERENT)
      }
      await page.close()
    })
  }
}
