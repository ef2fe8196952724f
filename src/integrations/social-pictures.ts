import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { CardMaker } from '../lib/social/card.ts'
import type { SocialPicture } from '../lib/social/picture.ts'
import { SOCIAL_FOLDER, wantedSocialPictures } from '../lib/social/wanted.ts'

/**
 * Draws the pictures that pages asked for: at the end of a build, and when one is looked at while
 * developing. They are kept in `.cache/social`, so that only new ones are drawn.
 */
export function socialPictures(): AstroIntegration {
  let cache = ''
  let maker: Promise<CardMaker> | undefined
  const draw = async (picture: SocialPicture): Promise<Uint8Array> => {
    // Most builds have nothing to draw, and fonts take long to open.
    maker ??= import('../lib/social/card.ts').then(({ createCardMaker }) => createCardMaker())
    return (await maker).draw(picture)
  }
  return {
    name: 'social-pictures',
    hooks: {
      'astro:config:setup': ({ config }) => {
        cache = join(fileURLToPath(config.root), '.cache', 'social')
      },
      'astro:build:done': async ({ dir, logger }) => {
        const wanted = wantedSocialPictures()
        // Nothing else goes on by now, and waiting for each of many small files costs more than they do.
        mkdirSync(cache, { recursive: true })
        const folder = join(fileURLToPath(dir), SOCIAL_FOLDER)
        mkdirSync(folder, { recursive: true })
        const before = new Set(readdirSync(cache))
        let drawn = 0
        for (const [name, picture] of wanted) {
          const kept = join(cache, name)
          const path = join(folder, name)
          if (before.has(name) && wasPlaced(kept, path)) continue
          writeFileSync(path, await draw(picture))
          wasPlaced(path, kept)
          drawn += 1
        }
        for (const name of before) {
          if (!wanted.has(name)) rmSync(join(cache, name), { force: true })
        }
        logger.info(`${wanted.size} social pictures, ${drawn} of them new`)
      },
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use((request, response, next) => {
          const name = request.url?.split('/').at(-1) ?? ''
          const picture = wantedSocialPictures().get(name)
          if (picture === undefined) return next()
          draw(picture)
            .then((file) => response.setHeader('content-type', 'image/png').end(file))
            .catch((error: unknown) => {
              logger.error(`${name}: ${String(error)}`)
              response.writeHead(500).end()
            })
        })
      },
    },
  }
}

/**
 * Places a file, unless there is none. A second name for the same file costs a tenth of a copy, where
 * the disk has such; nobody changes a file that is named after what is in it.
 */
function wasPlaced(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return false
    if (code === 'EEXIST') return true
    // Another build may read the cache: a file is there as a whole or not at all.
    const part = `${to}.${process.pid}`
    copyFileSync(from, part)
    renameSync(part, to)
    return true
  }
}
