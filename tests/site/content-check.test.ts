import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkContent, formatProblem } from '../../src/lib/content/check.ts'

const folders: string[] = []

/** A project folder with our authors and the files given. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'content-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, 'src/content', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const name of ['authors.json', 'tags.json']) {
    cpSync(`src/content/${name}`, join(root, 'src/content', name))
  }
  return root
}

const problemsOf = (files: Record<string, string>): string[] =>
  checkContent(project(files)).map(formatProblem)

/** A post whose head differs from a right one in the lines given. */
function post(lines: Record<string, string> = {}): string {
  const head = {
    title: 'A title',
    description: 'A sentence.',
    date: '2026-11-21',
    author: 'mika-aoyama',
    tags: '[editor]',
    ...lines,
  }
  const written = Object.entries(head).map(([field, value]) => `${field}: ${value}`)
  return ['---', ...written, '---', '', 'Text.', ''].join('\n')
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('finds nothing wrong with the content of the site', () => {
  expect(checkContent('.').map(formatProblem)).toEqual([])
})

test.each(['2026-13-45', '2026-02-30', 'tomorrow', '21.11.2026'])(
  'names file, line, field and remedy of the date %s',
  (date) => {
    expect(problemsOf({ 'blog/en/x.md': post({ date }) })).toEqual([
      `src/content/blog/en/x.md:4 date: "${date}" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21`,
    ])
  },
)

test('reports every problem of every file, in both languages', () => {
  const problems = problemsOf({
    'blog/en/x.md': post({ date: 'soon', tags: '[Two Words]' }),
    'blog/ja/x.md': post({ author: 'nobody', titel: 'A title' }),
    'changelog/en/1.0.0.md': '---\nversion: "1.0"\ndate: 2026-11-21\ntitle: A\nsummary: B\n---\n',
    'legal/ja/terms-of-service.md': '---\ntitle: A\ndescription: B\n---\n',
  })
  expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
    'src/content/blog/en/x.md:4 date',
    'src/content/blog/en/x.md:6 tags.0',
    'src/content/blog/ja/x.md:5 author',
    'src/content/blog/ja/x.md:7 titel',
    'src/content/changelog/en/1.0.0.md:2 version',
    'src/content/changelog/en/1.0.0.md:2 version',
    'src/content/legal/ja/terms-of-service.md:1 effective',
  ])
})

test('knows only topics that are named in both languages', () => {
  expect(problemsOf({ 'blog/en/x.md': post({ tags: '[editor, cooking]' }) })).toEqual([
    expect.stringMatching(
      /x\.md:6 tags: "cooking" is not in src\/content\/tags\.json: use one of accessibility, .+ in both languages$/,
    ),
  ])
})

test('checks headings, links and pictures of a text, and leaves code alone', () => {
  const text = [
    '# Too large',
    '## Good',
    '#### Skips',
    '[here](/blog/nothing), [there](/ja/blog), [](/blog), [x](blog/x)',
    '![](/a.png) ![A tree](/a.png) ![A tree](https://example.com/a.png)',
    '```sh',
    '# a comment, and [no link](/nowhere)',
    '```',
    '`[code](/nowhere)` and [a post](/blog/x#good), [a topic](/blog/tags/editor)',
  ].join('\n')
  const problems = problemsOf({
    'blog/en/x.md': post().replace('Text.', text),
    'blog/ja/x.md': post().replace('Text.', '[記事](/blog/x)'),
    '../pages/index.astro': '',
  })
  expect(problems).toEqual([
    'src/content/blog/en/x.md:9 heading: # is too large here, where the page has its headings already: begin with ##',
    'src/content/blog/en/x.md:11 heading: #### skips a step after ##: use ###',
    'src/content/blog/en/x.md:12 link: there is no page /blog/nothing: correct the address',
    'src/content/blog/en/x.md:12 link: /ja/blog leads to the Japanese pages: write /blog',
    'src/content/blog/en/x.md:12 link: the link to /blog has no words: say where it leads',
    'src/content/blog/en/x.md:12 link: "blog/x" is no address: begin it with / or https://',
    'src/content/blog/en/x.md:13 picture: the picture /a.png has no description: write what it shows between the brackets',
    'src/content/blog/en/x.md:13 picture: there is no picture /a.png: put it into public/',
    'src/content/blog/en/x.md:13 picture: the picture https://example.com/a.png lies elsewhere: put it into public/ and begin the address with /',
    'src/content/blog/ja/x.md:9 link: /blog/x leaves the Japanese pages: write /ja/blog/x',
  ])
})

test('explains why the name of a post may not be a number', () => {
  expect(problemsOf({ 'blog/en/2.md': post() })).toEqual([
    'src/content/blog/en/2.md:1 file name: "2" is a number, and /blog/2 is page 2 of the list: give the file a name with letters',
  ])
})

test('shows the line of a head that is not YAML, and of one that is missing', () => {
  const [yaml, none] = problemsOf({
    'blog/en/a.md': post({ title: 'one: two' }),
    'blog/en/b.md': 'Text.\n',
  })
  expect(yaml).toMatch(/^src\/content\/blog\/en\/a\.md:2 front matter: .*quotes$/)
  expect(none).toMatch(/^src\/content\/blog\/en\/b\.md:1 front matter: is missing/)
})

test('ends the command with an error and the number of problems', () => {
  const root = project({ 'blog/en/x.md': post({ date: 'tomorrow' }) })
  const run = spawnSync(process.execPath, ['scripts/check-content.ts', root], { encoding: 'utf8' })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('src/content/blog/en/x.md:4 date: "tomorrow"')
  expect(run.stderr).toContain('1 problem in src/content.')
})
