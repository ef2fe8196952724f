import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { checksOf } from '../../scripts/lib/checks.ts'
import { root } from '../../scripts/lib/prepare.mjs'

const namesFor = (...files: string[]): string[] => checksOf(files).map(({ name }) => name)

test('a change is looked at by the checks that read such files', () => {
  expect(namesFor('server/app.ts')).toEqual([
    'types',
    'lint',
    'format',
    'house rules',
    'import cycles',
    'names',
  ])
  expect(namesFor('README.md')).toEqual(['format', 'house rules'])
  expect(namesFor('src/content/blog/en/a-post.md')).toContain('content')
  expect(namesFor('src/views/home.astro')).toEqual(['astro', 'format of pages', 'house rules'])
  expect(namesFor('protocol/web/send-code.ts')).toContain('protocol document')
  expect(namesFor('server/config/config.ts')).toContain('settings document')
  expect(namesFor('public/favicon.svg')).toEqual([])
})

test('checks of single files get the changed ones alone, and none that is gone', () => {
  const changed = ['server/app.ts', 'server/gone.ts', 'README.md']
  const placesOf = (wanted: string): readonly string[] | undefined =>
    checksOf(changed).find(({ name }) => name === wanted)?.places
  expect(placesOf('lint')).toEqual(['server/app.ts'])
  expect(placesOf('format')).toEqual(['server/app.ts', 'README.md'])
  expect(placesOf('types')).toBeUndefined()
  expect(namesFor('server/gone.ts')).toEqual(['types', 'house rules', 'import cycles'])
})

test('a name that no check has is refused', () => {
  const script = path.join(root, 'scripts/check.ts')
  const done = spawnSync(process.execPath, [script, 'lintt'], { encoding: 'utf8' })
  expect(done.status).toBe(1)
  expect(done.stderr).toContain('no check named lintt; there are: types,')
})
