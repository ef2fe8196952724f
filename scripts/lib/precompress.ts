import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE = /\.(html|css|js|json|svg|xml|txt|webmanifest)$/
/** Below this, headers cost more than compression saves. */
const SMALLEST_BYTES = 860

/**
 * Writes `.br` and `.gz` next to every text file of a folder that has none yet, so that serving costs
 * no compression.
 */
export async function precompress(folder: string): Promise<void> {
  const names = new Set(await readdir(folder, { recursive: true }))
  const files = [...names].filter((name) => COMPRESSIBLE.test(name) && !names.has(`${name}.br`))
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name)
      const bytes = await readFile(file)
      if (bytes.length < SMALLEST_BYTES) return
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${file}.br`, await brotli(bytes, options))
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
    }),
  )
}
