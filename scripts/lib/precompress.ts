import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE = /\.(html|css|js|json|svg|xml|txt|webmanifest)$/
/** Below this, headers cost more than compression saves. */
const SMALLEST_BYTES = 860

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
    await copyFile(`${old}.br`, `${file}.br`)
    await copyFile(`${old}.gz`, `${file}.gz`)
    return
  }
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(`${file}.br`, await brotli(bytes, options))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}

async function isSame(bytes: Buffer, old: string): Promise<boolean> {
  if (!existsSync(`${old}.br`) || !existsSync(`${old}.gz`)) return false
  return bytes.equals(await readFile(old).catch(() => Buffer.of()))
}
