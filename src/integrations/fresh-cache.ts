import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Inputs of Astro's content cache, besides the texts themselves. */
const MAKERS = ['astro.config.mjs', 'package-lock.json', 'src/content.config.ts', 'src/lib/**/*.ts']

/** Clears Astro's cache before a build when the code that fills it has changed; Astro does not. */
export function freshCache(): AstroIntegration {
  return {
    name: 'fresh-cache',
    hooks: {
      'astro:config:setup': ({ command, config }) => {
        if (command !== 'build') return
        const cache = fileURLToPath(config.cacheDir)
        const stamp = `${cache}made-by`
        const makers = digestOf(fileURLToPath(config.root))
        if (existsSync(stamp) && readFileSync(stamp, 'utf8') === makers) return
        rmSync(cache, { recursive: true, force: true })
        mkdirSync(cache, { recursive: true })
        writeFileSync(stamp, makers)
      },
    },
  }
}

function digestOf(root: string): string {
  const names = globSync(MAKERS, { cwd: root }).toSorted()
  const texts = names.map((name) => [name, readFileSync(root + name, 'utf8')])
  return hash('sha256', JSON.stringify(texts))
}
