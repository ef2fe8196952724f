import sharpService from 'astro/assets/services/sharp'
import sharp from 'sharp'

type Transform = typeof sharpService.transform

/** Pictures that were taken apart already, by the bytes of their files. */
const flat = new WeakMap<Uint8Array, Promise<Uint8Array>>()

// A cover is made in several widths, and to take it apart is much of the work each time: it is done
// once, into a form that opens at once. What moves, or is drawn by lines, stays as it is.
async function flatten(input: Uint8Array): Promise<Uint8Array> {
  const { format, pages = 1 } = await sharp(input).metadata()
  if (pages > 1 || format === 'svg') return input
  return await sharp(input, { failOn: 'none' }).rotate().tiff({ compression: 'none' }).toBuffer()
}

const transform: Transform = async (input, options, ...more) => {
  let known = flat.get(input)
  if (known === undefined) {
    known = flatten(input)
    flat.set(input, known)
  }
  return await sharpService.transform(await known, options, ...more)
}

/** As wide as the column of a text is, twice: no screen shows more of a picture. */
const MOST_PX = 1344
const SIZES = '(min-width: 48rem) 42rem, 100vw'

type ValidateOptions = NonNullable<typeof sharpService.validateOptions>

// Astro takes a picture in a text to be shown as wide as its file is.
const validateOptions: ValidateOptions = async (given, ...more) => {
  const options = (await sharpService.validateOptions?.(given, ...more)) ?? given
  const { width = 0, height = 0, widths = [], sizes } = options
  const isOfText = sizes === `(min-width: ${width}px) ${width}px, 100vw`
  if (!isOfText || width <= MOST_PX / 2) return options
  const shown = Math.min(width, MOST_PX)
  return Object.assign(options, {
    sizes: SIZES,
    width: shown,
    height: Math.round((height * shown) / width),
    widths: [...new Set([...widths, shown])].filter((one) => one <= shown),
  })
}

/** Astro's own service for pictures, which reads each file once and makes none that is never seen. */
const service: typeof sharpService = { ...sharpService, validateOptions, transform }

// oxlint-disable-next-line no-default-export -- the name by which Astro asks for it
export default service
