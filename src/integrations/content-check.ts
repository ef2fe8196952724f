import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { lintContent } from '../lib/content-lint/lint-content.ts'
import { formatFinding, formatReport } from '../lib/content-lint/report.ts'

/** While developing, the edited page is rendered first. */
const PAUSE_MS = 400

/** Fails a build with all findings of the content lint; while developing, warns at every save. */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        const { findings } = await lintContent(fileURLToPath(config.root))
        if (findings.length === 0) return
        if (command !== 'build') {
          for (const finding of findings) logger.error(formatFinding(finding))
          return
        }
        // An error thrown here would reach the writer with a stack trace.
        process.stderr.write(`${formatReport(findings)}\n`)
        process.exit(1)
      },
      'astro:server:setup': ({ server, logger }) => {
        const { root } = server.config
        const changed = new Set<string | undefined>()
        const report = async (): Promise<void> => {
          const files = changed.has(undefined) ? [undefined] : [...changed]
          changed.clear()
          for (const only of files) {
            const { findings } = await lintContent(root, { only })
            for (const finding of findings) logger.error(formatFinding(finding))
          }
        }
        let pause: NodeJS.Timeout | undefined
        server.watcher.on('all', (event, path) => {
          if (!path.includes('/src/content/')) return
          // An edit affects no other text, and parsing thousands takes time.
          changed.add(event === 'change' && path.endsWith('.md') ? path : undefined)
          clearTimeout(pause)
          pause = setTimeout(() => void report(), PAUSE_MS)
        })
      },
    },
  }
}
