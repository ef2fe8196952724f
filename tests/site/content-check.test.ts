import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintContent } from '../../src/lib/content-lint/lint-content.ts'
import { post, project, release } from './written-content.ts'

const several = {
  'blog/en/x.md': post({ date: 'soon', tags: '[Two Words]' }),
  'blog/ja/other.md': post({ author: 'nobody', titel: 'A title' }),
  'changelog/en/1.0.0.md':
    '---\nversion: "1.0"\ndate: 2026-11-21\ntitle: A\nsummary: B\n---\n### Fixed\n',
  'legal/en/terms-of-service.md': '---\ntitle: A\ndescription: B\n---\nText.\n',
}

test('checks only the file that was saved', async () => {
  const { root, remove } = project(several)
  const { findings } = await lintContent(root, { only: join(root, 'src/content/blog/ja/other.md') })
  remove()
  expect(findings.map(({ file, field }) => `${file} ${field}`)).toEqual([
    'src/content/blog/ja/other.md author',
    'src/content/blog/ja/other.md titel',
  ])
})

function command(root: string): { status: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, ['scripts/check-content.ts', root], { encoding: 'utf8' })
  return { status: run.status, out: run.stdout, err: run.stderr }
}

test('groups messages by file, and ends with their number and what to do', () => {
  const { root, remove } = project(several)
  const { status, out, err } = command(root)
  remove()
  expect(status).toBe(1)
  // A value that is no date does not schedule the post.
  expect(out).toBe('')
  expect(err).toContain(`src/content/blog/en/x.md (2)
  src/content/blog/en/x.md:4:1 date: "soon" is not a day`)
  expect(err).toContain(`

7 problems in 4 files of src/content. Open the file at the line after its name`)
})

test('finds no error in the content of the site', () => {
  const { status, out, err } = command('.')
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toContain('no problems found')
})

test('succeeds without errors, and lists drafts and scheduled texts', () => {
  const { root, remove } = project({
    'blog/en/later.md': post({ title: 'Later', date: '2999-01-01' }),
    'blog/en/draft.md': post({ draft: 'true' }),
    'blog/ja/draft.md': post({ date: '2026-11-22' }),
    'blog/ja/alone.md': post({ title: 'ひとつだけ' }),
    'changelog/en/9.0.0.md': release('9.0.0', '2999-01-02'),
  })
  const { status, out, err } = command(root)
  remove()
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toBe(`6 texts read, no problems found.
src/content/blog/en/draft.md is a draft: only npm run dev shows it.
src/content/blog/en/later.md waits for 2999-01-01.
src/content/blog/ja/alone.md has no English text: only readers of this language see it.
src/content/changelog/en/9.0.0.md waits for 2999-01-02.
`)
})
