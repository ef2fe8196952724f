import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { siteLanguages } from '#protocol/languages.ts'

const root = path.join(import.meta.dirname, '../..')

/** Every name that the server has for a cookie of visitors; applications on other sites ask for the twin. */
const set = globSync(['protocol/*.ts', 'server/**/*.ts'], { cwd: root })
  // The console is for operators alone.
  .filter((file) => !file.startsWith(path.join('server', 'console')))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/^(?:export )?const \w*COOKIES? = (.+)$/gm)])
  .flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name))
  .filter((name) => name !== 'sessionid_ss')

test.each(siteLanguages)('names every cookie that is set, and no other, in %s', (lang) => {
  const file = path.join(root, 'src/content/legal', lang, 'cookie-policy.md')
  const rows = readFileSync(file, 'utf8').matchAll(/^\| `(\w+)`/gm)
  const named = [...rows].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(set.toSorted())
})
