import sharpService from 'astro/assets/services/sharp'
import sharp, { type Metadata, type OutputInfo, type WebpOptions } from 'sharp'

type Transform = typeof sharpService.transform
type Options = Parameters<Transform>[1]

interface Pixels {
  data: Uint8Array
  info: OutputInfo
}

/** What is known of a picture, and its pixels, unless it moves or is drawn by lines. */
interface Source {
  metadata: Metadata
  pixels: Pixels | undefined
}

/** Pictures that were taken apart already, by the bytes of their files. */
const sources = new WeakMap<Uint8Array, Promise<Source>>()

// A cover is made in several widths, and to take it apart is much of the work each time: it is done
// once, to pixels that need no reading at all.
async function open(input: Uint8Array): Promise<Source> {
  const metadata = await sharp(input).metadata()
  const { format, pages = 1 } = metadata
  if (pages > 1 || format === 'svg') return { metadata, pixels: undefined }
  const image = sharp(input, { failOn: 'none' }).rotate()
  return { metadata, pixels: await image.raw().toBuffer({ resolveWithObject: true }) }
}

/** Bytes to a pixel of drawings that were packed well; photographs take more. */
const PACKED = 0.05

// What was drawn for the page as it is wanted gains nothing from being packed anew, with loss. What
// a camera writes beside a picture is nobody's business.
function isMade(input: Uint8Array, { metadata }: Source, options: Options): boolean {
  const { format, width, height, orientation = 1, exif, xmp, iptc } = metadata
  return (
    format === options.format &&
    width === options.width &&
    (options.height === undefined || height === options.height) &&
    orientation === 1 &&
    !(exif ?? xmp ?? iptc) &&
    input.length <= width * height * PACKED
  )
}

const transform: Transform = async (input, options, ...more) => {
  let source = sources.get(input)
  if (source === undefined) {
    source = open(input)
    sources.set(input, source)
  }
  const opened = await source
  if (isMade(input, opened, options)) return { data: input, format: opened.metadata.format }
  return opened.pixels !== undefined && isUsual(options)
    ? await pack(opened.pixels, options, more[0].service.config.webp)
    : await sharpService.transform(input, options, ...more)
}

// As the pages of the site ask for pictures, and for those that are shared.
function isUsual({ format, fit, position, background, quality }: Options): boolean {
  return (
    (format === 'webp' ? quality === undefined : format === 'jpg' && typeof quality === 'number') &&
    (fit === undefined || fit === 'cover') &&
    (position === undefined || position === 'center') &&
    background === undefined
  )
}

async function pack(
  { data, info }: Pixels,
  { format, width, height, quality }: Options,
  webp: WebpOptions | undefined,
): ReturnType<Transform> {
  const image = sharp(data, { raw: info }).resize({ width, height, withoutEnlargement: true })
  const packed = format === 'jpg' ? image.jpeg({ quality }) : image.webp(webp)
  return { data: await packed.toBuffer(), format }
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
