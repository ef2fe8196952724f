import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { languages } from '#protocol/languages.ts'
import { draw, kinds, type Kind, type Level } from '@passport/puzzles'
import { browserBuild } from './browser-build.ts'
import { writeMails } from './gallery-mails.ts'
import { toChallenge } from './gallery-puzzles.ts'
import { variants, type Variant } from './variants.ts'

const gallery = fileURLToPath(new URL('../../widget/gallery/', import.meta.url))

/** Builds the gallery of a build of the element into a folder that is served as it is. */
export async function buildGallery(
  outDir: string,
  variant: Variant['name'] = 'default',
): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await build({
    ...browserBuild,
    resolve: { alias: { ...variants.find(({ name }) => name === variant)?.alias } },
    input: path.join(gallery, 'gallery.tsx'),
    output: { dir: outDir, minify: false, entryFileNames: 'gallery.js' },
  })
  for (const name of ['index.html', 'gallery.css']) {
    await copyFile(path.join(gallery, name), path.join(outDir, name))
  }
  await writeMails(outDir)
  await writeFile(path.join(outDir, 'samples.json'), JSON.stringify(await drawSamples()))
}

/** Draws one puzzle of each kind in each language, and the variant of 3d that few people meet. */
async function drawSamples(): Promise<object> {
  const samples: Record<string, Record<string, object>> = {}
  for (const language of languages) {
    const drawn: Record<string, object> = {}
    const add = async (name: string, kind: Kind, level: Level): Promise<void> => {
      drawn[name] = toChallenge(await draw(kind, { language, level }), 'sample0123456789', language)
    }
    for (const kind of kinds) await add(kind, kind, 0)
    await add('pair', '3d', 2)
    samples[language] = drawn
  }
  return samples
}
