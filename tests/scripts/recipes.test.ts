import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/recipes'
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const code = files
  .filter((file) => /\.(?:astro|css|json|mjs|tsx?)$/.test(file) && existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Whether a path exists, given whole or by its end; parts in `<…>` are for the reader to fill. */
function isPath(text: string): boolean {
  const [known = ''] = text.replace('<language>', 'en').split(/<|\*|\{/)
  return files.some((file) => `/${file}`.includes(`/${known}`))
}

test.each(readdirSync(folder))('%s names files, commands and identifiers that exist', (recipe) => {
  const text = readFileSync(`${folder}/${recipe}`, 'utf8')
  const missing = Array.from(text.matchAll(/`([^`]+)`/g), ([, span = '']) => span).filter(
    (span) => {
      const script = /^node (\S+)/.exec(span)?.[1]
      if (script !== undefined) return !files.includes(script)
      const command = /^npm run ([\w:]+)/.exec(span)?.[1]
      if (command !== undefined) return !code.includes(`"${command}":`)
      if (/\s|^</.test(span)) return false
      // An address of the site has a page.
      if (span.startsWith('/')) return !isPath(`src/pages${span}`)
      if (span.includes('/') || /\.\w+$/.test(span)) return !isPath(span)
      return !code.includes(span.replace(/\(.*\)$/, ''))
    },
  )
  expect(missing).toEqual([])
})
