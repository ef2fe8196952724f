import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gaps } from '../../scripts/engines/gaps.ts'
import { runFiles, type FileResult } from '../../scripts/engines/run-files.ts'
import { reportOf, summaryOf } from '../../scripts/engines/table.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'passport-engines-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script in the place of the test runner, whose arguments are the files. */
async function run(
  name: string,
  files: readonly string[],
  script: string,
  limitMs = 60_000,
): Promise<Record<string, FileResult>> {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, TELLING + script)
  return await runFiles(
    {
      args: (left) => [file, ...left],
      env: { FOLDER: folder },
      cwd: folder,
      log: path.join(folder, `${name}.log`),
      limitMs,
    },
    files,
  )
}

const good = { passed: 1, failed: 0, skipped: 0, failures: [] }

const TELLING = `import { appendFileSync, existsSync } from 'node:fs'
const files = process.argv.slice(2)
const begin = (file) => process.send({ kind: 'started', file })
const done = (file, more) => process.send({ kind: 'done', file, counts: ${JSON.stringify(good)}, ...more })
const isFirst = !existsSync(process.env.FOLDER + '/' + process.argv[1].split('/').at(-1) + '.seen')
appendFileSync(process.env.FOLDER + '/' + process.argv[1].split('/').at(-1) + '.seen', files.join() + ';')
`

const seen = (name: string): string => readFileSync(path.join(folder, `${name}.mjs.seen`), 'utf8')

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // An ended process stays in the list until its parent reads its status.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('reads the runner’s message about each file at once', async () => {
  const failures = [{ title: 'a test', message: 'a reason' }]
  const counts = { passed: 3, failed: 1, skipped: 2, failures }
  const results = await run(
    'fails',
    ['door', 'looks'],
    `for (const file of files) {
  begin(file)
  done(file, file === 'door' ? {} : { counts: ${JSON.stringify(counts)} })
}
process.exitCode = 1
process.disconnect()`,
  )
  expect(results).toMatchObject({
    door: { ...good, retryReason: undefined },
    looks: { ...counts, retryReason: undefined },
  })
  expect(seen('fails')).toBe('door,looks;')
})

test('restarts only the file that crashed', async () => {
  const results = await run(
    'breaks-once',
    ['door', 'looks'],
    `for (const file of files) {
  begin(file)
  done(file, files.length === 2 && file === 'looks' ? { broken: 'no browser came' } : {})
}
process.disconnect()`,
  )
  expect(results).toMatchObject({
    door: { ...good, retryReason: undefined },
    looks: { ...good, retryReason: 'no browser came' },
  })
  expect(seen('breaks-once')).toBe('door,looks;looks;')
})

test('restarts a file that crashed alone', async () => {
  const { door } = await run(
    'breaks-alone',
    ['door'],
    `begin('door')
done('door', isFirst ? { broken: 'no browser came' } : {})
process.disconnect()`,
  )
  expect(door).toMatchObject({ ...good, retryReason: 'no browser came' })
})

test('reports a runner that ended before its first file', async () => {
  const results = await run('ends', ['door'], 'process.exit(3)')
  expect(results.door).toMatchObject({
    failed: 1,
    retryReason: 'the runner ended with 3',
    failures: [{ title: 'the file as a whole', message: 'the runner ended with 3' }],
  })
})

test('ends a stalled runner with its children and continues with the remaining files', async () => {
  const results = await run(
    'stands-still',
    ['door', 'looks', 'words'],
    `import { spawn } from 'node:child_process'
const child = spawn('sleep', ['600'], { detached: true })
appendFileSync(process.env.FOLDER + '/pids', process.pid + '\\n' + child.pid + '\\n')
for (const file of files) {
  begin(file)
  if (file === 'looks') break
  done(file)
}
setInterval(() => files.includes('looks') || process.exit(), 100)`,
    3000,
  )
  expect(results).toMatchObject({
    door: good,
    looks: { failed: 1, retryReason: 'hung for 3 s' },
    words: good,
  })
  expect(results.looks?.failures).toEqual([
    { title: 'the file as a whole', message: 'hung for 3 s' },
  ])
  expect(seen('stands-still')).toBe('door,looks,words;looks,words;words;')
  const pids = readFileSync(path.join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
  expect(pids.length).toBe(6)
  // The last runner ended by itself, as its child does not.
  process.kill(pids.at(-1) ?? 0)
  await expect.poll(() => pids.filter(isThere)).toEqual([])
})

test('skips only existing tests, each with a reason', () => {
  for (const { file, tests, reason, engines } of gaps) {
    const [found = ''] = globSync(`tests/element/*/${file}.test.ts`, { cwd: root })
    const source = readFileSync(path.join(root, found), 'utf8')
    for (const title of tests) expect(source).toContain(`test('${title}'`)
    expect(reason).not.toBe('')
    expect(engines.length).toBeGreaterThan(0)
  }
})

test('writes a table with notes below it', () => {
  const fine: FileResult = {
    passed: 12,
    failed: 0,
    skipped: 1,
    failures: [],
    retryReason: 'hung for 360 s',
    seconds: 9,
  }
  const bad = { ...fine, skipped: 0, failed: 1, failures: [{ title: 'shows', message: 'no' }] }
  const left = [{ file: 'door', title: 'opens', reason: 'it has no doors' }]
  const rows = [
    { engine: 'Firefox', build: 'element', files: { door: fine, looks: fine }, left },
    {
      engine: 'WebKitGTK',
      build: 'lite',
      files: { door: { ...bad, retryReason: undefined } },
      left,
    },
  ]
  expect(summaryOf(rows, 90)).toBe(
    '✗ Firefox element, WebKitGTK lite: 36 passed, 1 failed, 2 skipped in 3 files, 1.5 min',
  )
  expect(reportOf(rows)).toBe(`engine     build    files  passed  failed  skipped
Firefox    element  2      24      0       2
WebKitGTK  lite     1      12      1       0

Failed:
  WebKitGTK, lite, door: shows: no

Run a second time:
  Firefox, element, door: hung for 360 s
  Firefox, element, looks: hung for 360 s

Skipped:
  Firefox, WebKitGTK: door: opens (it has no doors)`)
})
