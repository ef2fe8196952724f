import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'

interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-hooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command in a folder, free of the variables that git gives its hooks. */
function run(folder: string, command: string, ...args: string[]): Outcome {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(env),
      PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    },
  })
}

describe('the hook for commit messages', () => {
  function check(message: string): Outcome {
    const folder = emptyFolder()
    writeFileSync(path.join(folder, 'message'), message)
    return run(folder, 'sh', path.join(root, '.githooks/commit-msg'), 'message')
  }

  test.each([
    ['a subject', 'server: remove unused tables\n'],
    ['a reason after an empty line', 'server: remove unused tables\n\nNobody reads them.\n'],
    ['a folder as area', 'server/codes: count attempts once\n'],
    ['two areas', 'docs, scripts: name the commands\n'],
    ['72 characters', `docs: ${'é'.repeat(66)}\n`],
    ['a merge', "Merge branch 'tooling' into main, whatever its name may be and how long it is\n"],
    ['a revert', 'Revert "server: remove unused tables"\n\nThis reverts commit 0.\n'],
    ['a fixup', 'fixup! server: remove unused tables\n'],
    ['comments', '\n# Please enter a message\nserver: remove unused tables\n# On branch main\n'],
    [
      'the diff of a verbose commit',
      'docs: fix a word\n# ------------------------ >8 ------------------------\ndiff --git a b\n',
    ],
  ])('accepts %s', (_, message) => {
    expect(check(message)).toMatchObject({ status: 0, stderr: '' })
  })

  test.each([
    ['no area', 'Remove unused tables\n', 'start with "area: "'],
    ['an area alone', 'server:\n', 'start with "area: "'],
    ['a capital area', 'Server: remove unused tables\n', 'start with "area: "'],
    ['73 characters', `docs: ${'é'.repeat(67)}\n`, 'from 73 to at most 72 characters'],
    ['a full stop', 'server: remove unused tables.\n', 'leave out the full stop'],
    ['a second line', 'server: remove tables\nNobody reads them.\n', 'second line empty'],
  ])('refuses %s and says what to do', (_, message, advice) => {
    const { status, stderr } = check(message)
    expect(status).toBe(1)
    expect(stderr).toContain(advice)
  })
})

describe('the hook for staged files', () => {
  function check(files: Record<string, string>): Outcome {
    const folder = emptyFolder()
    run(folder, 'git', 'init', '--quiet')
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    for (const name of ['.oxfmtrc.json', '.prettierrc.json', 'oxlint.config.ts', 'package.json']) {
      symlinkSync(path.join(root, name), path.join(folder, name))
    }
    // What the rules of our own read.
    for (const name of ['scripts/lint', 'protocol/errors.ts']) {
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
    }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
      run(folder, 'git', 'add', file)
    }
    return run(folder, 'sh', path.join(root, '.githooks/pre-commit'))
  }

  test('accepts formatted files of every kind, and files without a formatter', () => {
    const { status, stdout, stderr } = check({
      'docs/two words.md': '# Title\n',
      'scripts/two words/a.mjs': 'export const a = 1\n',
      'src/a.astro': '<p>Text</p>\n',
      'public/data.bin': 'anything',
    })
    expect(stdout + stderr).not.toContain('Error')
    expect(status).toBe(0)
  })

  test('accepts a commit without files to check', () => {
    expect(check({ LICENSE: 'MIT' }).status).toBe(0)
    expect(check({}).status).toBe(0)
  })

  test.each([
    ['a script', 'scripts/two words/a.mjs', 'export const a = "1";\n'],
    ['a document', 'docs/two words.md', '# Title\n* a\n'],
    ['a page', 'src/a b.astro', '<p   >Text</p>\n'],
  ])('refuses %s that is not formatted', (_, file, text) => {
    const { status, stdout, stderr } = check({ 'docs/good.md': '# Title\n', [file]: text })
    expect(status).not.toBe(0)
    expect(stdout + stderr).toContain(file)
  })

  test.each([
    ['a script', 'widget/two words/a.mjs', "console.log('a')\n"],
    ['a component', 'examples/a.vue', "<script setup>\nconsole.log('a')\n</script>\n"],
  ])('refuses %s with a lint error', (_, file, text) => {
    const { status, stdout } = check({ 'docs/good.md': '# Title\n', [file]: text })
    expect(status).not.toBe(0)
    expect(stdout).toContain('no-console')
  })
})
