import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { checkContent } from '../lib/content/check.ts'
import { formatProblem, formatReport } from '../lib/content/problems.ts'

/** While developing, the page that was edited comes first, and what is wrong with it right after. */
const PAUSE_MS = 400

/** Stops a build at wrong content and says all of it; while developing it only warns, at every save. */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        const problems = checkContent(fileURLToPath(config.root))
        if (problems.length === 0) return
        if (command !== 'build') {
          for (const problem of problems) logger.error(formatProblem(problem))
          return
        }
        // An error from here would reach the writer as one of the program, with a trace of it.
        process.stderr.write(`${formatReport(problems)}\n`)
        process.exit(1)
      },
      'astro:server:setup': ({ server, logger }) => {
        const { root } = server.config
        const changed = new Set<string | undefined>()
        const report = (): void => {
          const files = changed.has(undefined) ? [undefined] : [...changed]
          changed.clear()
          const problems = files.flatMap((file) => checkContent(root, file))
          for (const problem of problems) logger.error(formatProblem(problem))
        }
        let pause: NodeJS.Timeout | undefined
        server.watcher.on('all', (event, path) => {
          if (!path.includes('/src/content/')) return
          // What one text says makes no other wrong, and reading thousands takes its time.
          changed.add(event === 'change' && path.endsWith('.md') ? path : undefined)
          clearTimeout(pause)
          pause = setTimeout(report, PAUSE_MS)
        })
      },
    },
  }
}
