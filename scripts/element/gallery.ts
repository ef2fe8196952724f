import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { browserBuild } from './browser-build.ts'

const gallery = fileURLToPath(new URL('../../widget/gallery/', import.meta.url))

/** Builds the gallery into a folder that is served as it is. */
export async function buildGallery(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await build({
    ...browserBuild,
    input: path.join(gallery, 'gallery.tsx'),
    output: { dir: outDir, minify: false, entryFileNames: 'gallery.js' },
  })
  for (const name of ['index.html', 'gallery.css']) {
    await copyFile(path.join(gallery, name), path.join(outDir, name))
  }
}
