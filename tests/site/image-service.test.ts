import astroService from 'astro/assets/services/sharp'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import service from '../../src/lib/image-service.ts'

const config: unknown = { service: { config: { webp: { effort: 2 } } } }
const call = (method: unknown, ...given: unknown[]): unknown =>
  typeof method === 'function' ? method(...given, config, console) : undefined

/** What Astro asks of the service for a picture in a text. */
function pictureOfText(width: number, height: number): Record<string, unknown> {
  const src = { src: '/x.png', width, height, format: 'png' }
  const widths = [750, width].filter((one) => one <= width)
  return { src, width, height, widths, sizes: `(min-width: ${width}px) ${width}px, 100vw` }
}

test('makes a picture of a text no wider than any screen shows it, and says how wide that is', async () => {
  expect(await call(service.validateOptions, pictureOfText(3900, 2600))).toMatchObject({
    width: 1344,
    height: 896,
    widths: [750, 1344],
    sizes: '(min-width: 48rem) 42rem, 100vw',
  })
  expect(await call(service.validateOptions, pictureOfText(1000, 500))).toMatchObject({
    width: 1000,
    height: 500,
    widths: [750, 1000],
    sizes: '(min-width: 48rem) 42rem, 100vw',
  })
})

test('leaves a small picture, and one whose page says its sizes, as they are', async () => {
  const small = pictureOfText(400, 300)
  expect(await call(service.validateOptions, { ...small })).toMatchObject(small)
  const cover = { ...pictureOfText(1600, 900), width: 288, height: 162, sizes: '18rem' }
  expect(await call(service.validateOptions, { ...cover })).toMatchObject(cover)
})

test('keeps colours and transparency of pictures of any kind', async () => {
  const red = { r: 200, g: 10, b: 10, alpha: 0.5 }
  const base = sharp({ create: { width: 40, height: 20, channels: 4, background: red } })
  const opaque = base.clone().flatten({ background: '#fff' })
  for (const [input, wanted] of [
    [await base.clone().png().toBuffer(), [200, 10, 10, 128]],
    [await opaque.clone().toColourspace('rgb16').png().toBuffer(), [228, 133, 133]],
    [await opaque.clone().png({ palette: true }).toBuffer(), [228, 133, 133]],
  ] as const) {
    const made: unknown = await call(service.transform, input, {
      width: 20,
      height: 10,
      format: 'png',
    })
    const { data } = made as { data: Uint8Array }
    const pixels = await sharp(data).raw().toBuffer()
    const found = [...pixels.subarray(0, wanted.length)]
    found.forEach((value, at) => expect(Math.abs(value - (wanted[at] ?? 0))).toBeLessThan(3))
  }
})

/** How far two pictures of the same size are apart, as the mean of their pixels; of 255. */
async function difference(one: Uint8Array, two: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all(
    [one, two].map(async (file) => await sharp(file).raw().toBuffer({ resolveWithObject: true })),
  )
  if (first === undefined || second === undefined) throw new Error('no picture')
  expect(first.info).toEqual(second.info)
  const sum = first.data.reduce(
    (all, value, at) => all + Math.abs(value - (second.data[at] ?? 0)),
    0,
  )
  return sum / first.data.length
}

test('makes what the service of Astro would, from pixels that are read once', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#fbfaf7"/><circle cx="20" cy="15" r="12" fill="#2340c8"/></svg>'
  const base = sharp(await sharp(Buffer.from(drawing)).removeAlpha().png().toBuffer())
  const clear = sharp({ create: { width: 90, height: 60, channels: 4, background: '#2340c880' } })
  for (const input of [
    await base.clone().png().toBuffer(),
    await base.clone().greyscale().png().toBuffer(),
    await base.clone().toColourspace('rgb16').png().toBuffer(),
    await base.clone().withMetadata({ orientation: 6 }).png().toBuffer(),
    await clear.webp().toBuffer(),
  ]) {
    for (const options of [
      { width: 45, height: 30, format: 'webp', fit: 'cover', position: 'center' },
      { width: 45, format: 'webp' },
      { width: 40, height: 40, format: 'jpg', quality: 80, fit: 'cover' },
      { width: 40, height: 40, format: 'webp', fit: 'contain' },
      { width: 900, height: 600, format: 'webp' },
    ]) {
      const [ours, theirs] = (await Promise.all([
        call(service.transform, input, options),
        call(astroService.transform, input, options),
      ])) as [{ data: Uint8Array }, { data: Uint8Array }]
      expect(await difference(ours.data, theirs.data), JSON.stringify(options)).toBeLessThan(2)
    }
  }
})

test('sends what was drawn as it is wanted as it is, and packs what a camera made', async () => {
  const flat = sharp({ create: { width: 1344, height: 756, channels: 3, background: '#2340c8' } })
  const drawn = await flat.clone().webp({ lossless: true }).toBuffer()
  const made = async (input: Uint8Array, width: number): Promise<Uint8Array> => {
    const options = { width, height: Math.round((width * 756) / 1344), format: 'webp' }
    return ((await call(service.transform, input, options)) as { data: Uint8Array }).data
  }
  expect(await made(drawn, 1344)).toBe(drawn)
  expect(await sharp(await made(drawn, 750)).metadata()).toMatchObject({ width: 750 })
  const noted = await flat
    .clone()
    .withExif({ IFD0: { Artist: 'Ann' } })
    .webp()
    .toBuffer()
  const clean = await made(noted, 1344)
  expect((await sharp(clean).metadata()).exif).toBeUndefined()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = await sharp({
    create: { width: 1344, height: 756, channels: 3, background: '#888', noise },
  })
    .webp({ quality: 95 })
    .toBuffer()
  expect((await made(photo, 1344)).length).toBeLessThan(photo.length)
})
