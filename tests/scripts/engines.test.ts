import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gaps } from '../../scripts/engines/gaps.ts'
import { runFile, type FileResult } from '../../scripts/engines/run-file.ts'
import { reportOf } from '../../scripts/engines/table.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'passport-engines-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script in the place of the test runner. */
async function run(name: string, script: string, limitMs = 60_000): Promise<FileResult> {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, script)
  return await runFile({
    args: [file],
    env: { FOLDER: folder },
    cwd: folder,
    report: path.join(folder, `${name}.json`),
    log: path.join(folder, `${name}.log`),
    limitMs,
  })
}

const report = (counts: object): string =>
  `import { writeFileSync } from 'node:fs'
writeFileSync(process.env.TEST_REPORT, JSON.stringify(${JSON.stringify(counts)}))`

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // What has ended stays in the list of processes until its parent asks after it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('takes what the runner reports, at once', async () => {
  const failures = [{ title: 'a test', message: 'a reason' }]
  const counts = { passed: 3, failed: 1, skipped: 2, failures }
  const result = await run('fails', `${report(counts)}\nprocess.exitCode = 1`)
  expect(result).toMatchObject({ ...counts, again: undefined })
})

test('begins once more after a runner that broke', async () => {
  const good = { passed: 1, failed: 0, skipped: 0, failures: [] }
  const result = await run(
    'breaks-once',
    `import { existsSync, writeFileSync } from 'node:fs'
const seen = process.env.FOLDER + '/seen'
const counts = existsSync(seen) ? ${JSON.stringify(good)} : { failed: 1, broken: 'no browser came' }
writeFileSync(seen, '')
writeFileSync(process.env.TEST_REPORT, JSON.stringify(counts))`,
  )
  expect(result).toMatchObject({ ...good, again: 'no browser came' })
})

test('ends what stands still with all that it started, also in groups of their own', async () => {
  const result = await run(
    'stands-still',
    `import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
const child = spawn('sleep', ['600'], { detached: true })
appendFileSync(process.env.FOLDER + '/pids', process.pid + '\\n' + child.pid + '\\n')
setInterval(() => undefined, 1000)`,
    3000,
  )
  expect(result.again).toBe('stood still for 3 s')
  expect(result.failures).toEqual([
    { title: 'the file as a whole', message: 'stood still for 3 s' },
  ])
  const pids = readFileSync(path.join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
  expect(pids.length).toBe(4)
  await expect.poll(() => pids.filter(isThere)).toEqual([])
})

test('leaves out only tests that there are, and says why', () => {
  for (const { file, tests, reason, engines } of gaps) {
    const source = readFileSync(path.join(root, `tests/element/${file}.test.ts`), 'utf8')
    for (const title of tests) expect(source).toContain(`test('${title}'`)
    expect(reason).not.toBe('')
    expect(engines.length).toBeGreaterThan(0)
  }
})

test('writes a table, and below it what is to be known', () => {
  const good: FileResult = {
    passed: 12,
    failed: 0,
    skipped: 1,
    failures: [],
    again: 'stood still for 360 s',
    seconds: 9,
  }
  const bad = { ...good, skipped: 0, failed: 1, failures: [{ title: 'shows', message: 'no' }] }
  const left = [{ file: 'door', title: 'opens', reason: 'it has no doors' }]
  const text = reportOf([
    { engine: 'Firefox', build: 'element', files: { door: good, looks: good }, left },
    { engine: 'WebKitGTK', build: 'lite', files: { door: { ...bad, again: undefined } }, left },
  ])
  expect(text).toBe(`engine     build    files  passed  failed  skipped
Firefox    element  2      24      0       2
WebKitGTK  lite     1      12      1       0

Failed:
  WebKitGTK, lite, door: shows: no

Begun a second time:
  Firefox, element, door: stood still for 360 s
  Firefox, element, looks: stood still for 360 s

Skipped:
  Firefox, WebKitGTK: door: opens (it has no doors)`)
})
