import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { siteLanguages } from '#protocol/languages.ts'

const root = path.join(import.meta.dirname, '../..')

/** Every name that the server has for a cookie of visitors. */
const set = globSync(['protocol/*.ts', 'server/**/*.ts'], { cwd: root })
  // The console is for operators alone.
  .filter((file) => !file.startsWith(path.join('server', 'console')))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/^(?:export )?const \w*COOKIES? = (.+)$/gm)])
  .flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name))
  .toSorted()

test.each(siteLanguages)('names every cookie that is set, and no other, in %s', (lang) => {
  const text = readFileSync(path.join(root, 'src/content/legal', lang, 'cookie-policy.md'), 'utf8')
  const named = Array.from(text.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name)
  // Applications on other sites ask for the twin of the session.
  expect(named.toSorted()).toEqual(set.filter((name) => name !== 'sessionid_ss'))
})

test.each(['cookie-policy', 'privacy-policy', 'terms-of-service'])(
  'has the same parts of %s in every language',
  (name) => {
    const [english, ...others] = siteLanguages.map((lang) => {
      const text = readFileSync(path.join(root, 'src/content/legal', lang, `${name}.md`), 'utf8')
      return Array.from(text.matchAll(/^(?:#+|-|\|)(?= )/gm), ([sign]) => sign)
    })
    for (const other of others) expect(other).toEqual(english)
  },
)

test('names every cookie to those who embed the sign-in', () => {
  const text = readFileSync(path.join(root, 'docs/embedding.md'), 'utf8')
  const [, table = ''] = /\n## Cookies\n([^]*?)\n## /.exec(text) ?? []
  expect(set.filter((name) => !table.includes(name.replace(/^\w+(?=_default)/, '')))).toEqual([])
})
