import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { checkContent } from '../lib/content/check.ts'
import { formatProblem } from '../lib/content/problems.ts'

/** Stops a build at wrong content and says all of it; while developing it only warns, at every save. */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        const problems = checkContent(fileURLToPath(config.root)).map(formatProblem)
        if (command === 'build' && problems.length > 0) {
          const error = new Error(['src/content needs your attention:', ...problems].join('\n'))
          // A trace of our own code would only bury what the writer has to read.
          delete error.stack
          throw error
        }
        for (const problem of problems) logger.error(problem)
      },
      'astro:server:setup': ({ server, logger }) => {
        const { root } = server.config
        server.watcher.on('all', (_event, path) => {
          if (!path.includes('/src/content/')) return
          for (const problem of checkContent(root)) logger.error(formatProblem(problem))
        })
      },
    },
  }
}
