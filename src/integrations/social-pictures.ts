import { copyFileSync, createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { SOCIAL_FOLDER, socialCache } from '../lib/social/kept.ts'

const NAME = /social-[0-9a-f]{16}\.png/g

/** Copies the social pictures that pages and feeds refer to into the build. */
export function socialPictures(): AstroIntegration {
  return {
    name: 'social-pictures',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir)
        const texts = globSync('**/*.{html,json}', { cwd: folder })
        const named = texts.flatMap(
          (name) => readFileSync(join(folder, name), 'utf8').match(NAME) ?? [],
        )
        for (const name of new Set(named)) {
          copyFileSync(join(socialCache, name), join(folder, SOCIAL_FOLDER, name))
        }
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const [name] = request.url?.match(NAME) ?? []
          const file = join(socialCache, basename(name ?? ''))
          if (name === undefined || !existsSync(file)) return next()
          response.setHeader('content-type', 'image/png')
          createReadStream(file).pipe(response)
        })
      },
    },
  }
}
