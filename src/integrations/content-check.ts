import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { checkContent, formatProblem } from '../lib/content/check.ts'

/** Stops a build at wrong content and says all of it; while developing it only warns, at every save. */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        const problems = checkContent(fileURLToPath(config.root))
        for (const problem of problems) logger.error(formatProblem(problem))
        if (command === 'build' && problems.length > 0) {
          throw new Error(`${problems.length} problem(s) in src/content, listed above`)
        }
      },
      'astro:server:setup': ({ server, logger }) => {
        const root = server.config.root
        server.watcher.on('all', (_event, path) => {
          if (!path.includes('/src/content/')) return
          for (const problem of checkContent(root)) logger.error(formatProblem(problem))
        })
      },
    },
  }
}
