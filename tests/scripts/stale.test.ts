import { rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'
import { isFresh, markFresh } from '../../scripts/lib/stale.ts'
import { nextDay } from '../../src/lib/content/waiting.ts'
import { post, project, release } from '../site/written-content.ts'

const name = `stale-test-${process.pid}`
const isFreshOn = (today: string, print = 'print', output = root): boolean =>
  isFresh(name, print, output, today)

function forget(): void {
  rmSync(path.join(root, '.cache/stamps', name), { force: true })
}

test('reuses output of the same inputs while it exists', () => {
  onTestFinished(forget)
  expect(isFreshOn('2026-11-22')).toBe(false)
  markFresh(name, 'print')
  expect(isFreshOn('2026-11-22')).toBe(true)
  expect(isFreshOn('2036-11-22')).toBe(true)
  expect(isFreshOn('2026-11-22', 'other print')).toBe(false)
  expect(isFreshOn('2026-11-22', 'print', path.join(root, 'nothing'))).toBe(false)
})

test('rebuilds from the day on which a text becomes public', () => {
  const { root: texts, remove } = project({
    'blog/en/later.md': post({ title: 'Later', date: '2026-12-24' }),
    'blog/en/soon.md': post({ title: 'Soon', date: '2026-11-24' }),
    'blog/ja/soon.md': post({ title: 'Soon', date: '2026-11-25' }),
    'blog/en/draft.md': post({ title: 'Draft', date: '2026-11-23', draft: 'true' }),
    'blog/en/broken.md': '---\ndate: [2026\n---\n',
    'changelog/en/2.0.0.md': release('2.0.0', '2026-12-31'),
  })
  onTestFinished(() => {
    remove()
    forget()
  })
  markFresh(name, 'print', nextDay(texts, '2026-11-22'))
  expect(isFreshOn('2026-11-23')).toBe(true)
  expect(isFreshOn('2026-11-24')).toBe(false)
  expect(isFreshOn('2026-11-26')).toBe(false)
  expect(nextDay(texts, '2026-11-24')).toBe('2026-11-25')
  expect(nextDay(texts, '2026-11-25')).toBe('2026-12-24')
  expect(nextDay(texts, '2026-12-24')).toBe('2026-12-31')
  expect(nextDay(texts, '2026-12-31')).toBeUndefined()
})
