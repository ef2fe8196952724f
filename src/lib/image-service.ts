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

/** Astro's own service for pictures, which reads each file once for all its widths. */
const service: typeof sharpService = { ...sharpService, transform }

// oxlint-disable-next-line no-default-export -- the name by which Astro asks for it
export default service
