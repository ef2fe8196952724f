import { existsSync } from 'node:fs'
import { copyFile, link, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE = /\.(html|css|js|json|svg|xml|txt|webmanifest)$/
/** Below this, naming the encoding costs more than compression saves. */
const SMALLEST_BYTES = 256

/** So many files are open at once, however many there are. */
const LANES = 16

/**
 * Writes `.br` and `.gz` next to every text file of a folder that has none yet, so that serving costs
 * no compression. What is as it was in the folder `before` is taken from there: of many pages few
 * change between two builds, and compressing well takes longer than building.
 */
export async function precompress(folder: string, before?: string): Promise<void> {
  const names = new Set(await readdir(folder, { recursive: true }))
  const files = [...names].filter((name) => COMPRESSIBLE.test(name) && !names.has(`${name}.br`))
  const lane = async (): Promise<void> => {
    for (let name = files.pop(); name !== undefined; name = files.pop()) {
      await compress(path.join(folder, name), before && path.join(before, name))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function compress(file: string, old: string | undefined): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < SMALLEST_BYTES) return
  if (old !== undefined && (await isSame(bytes, old))) {
    await take(`${old}.br`, `${file}.br`)
    await take(`${old}.gz`, `${file}.gz`)
    return
  }
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}

// A second name for the same file costs less than a copy, where the disk has such.
async function take(old: string, file: string): Promise<void> {
  await link(old, file).catch(async () => await copyFile(old, file))
}

async function isSame(bytes: Buffer, old: string): Promise<boolean> {
  if (!existsSync(`${old}.br`) || !existsSync(`${old}.gz`)) return false
  return bytes.equals(await readFile(old).catch(() => Buffer.of()))
}
