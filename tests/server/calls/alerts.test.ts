import { readFileSync } from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'
import { array, assert, boolean, literal, number, object, string } from 'superstruct'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { passwordLogin } from '#protocol/web/login.ts'
import { readConfig } from '../../../server/config/config.ts'
import { loadOf } from '../../../server/metrics/load.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { freePort } from '../../support/free-port.ts'
import { createLosableDatabase } from '../../support/take-database-away.ts'
import { createTestServer } from '../../support/test-server.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface Alert {
  alert: string
  expr: string
  annotations: { runbook: string }
}

const rules = parse(read('deploy/alerts.yml')) as { groups: { rules: Alert[] }[] }
const alerts = rules.groups.flatMap((group) => group.rules)

const target = object({ refId: string(), expr: string(), legendFormat: string() })
/** The part of Grafana's model that the board uses; any other key is a mistake. */
const boardModel = object({
  uid: string(),
  title: string(),
  tags: array(string()),
  timezone: literal('browser'),
  schemaVersion: number(),
  editable: boolean(),
  refresh: string(),
  time: object({ from: string(), to: string() }),
  templating: object({
    list: array(
      object({
        name: literal('datasource'),
        type: literal('datasource'),
        query: literal('prometheus'),
        label: string(),
      }),
    ),
  }),
  panels: array(
    object({
      id: number(),
      title: string(),
      type: literal('timeseries'),
      datasource: object({ type: literal('prometheus'), uid: literal('${datasource}') }),
      gridPos: object({ x: number(), y: number(), w: number(), h: number() }),
      fieldConfig: object({
        defaults: object({ unit: string(), min: number() }),
        overrides: array(),
      }),
      targets: array(target),
    }),
  ),
})
const board: unknown = JSON.parse(read('deploy/grafana.json'))

/** Of a database whose time is that of the machine. */
const clock = { now: Date.now, ahead: () => 0, measure: () => Promise.resolve() }
let exposed = ''

beforeAll(async () => {
  const metrics = createMetrics()
  const port = String(await freePort())
  const config = readConfig({ METRICS_PORT: port, DATA_DIR: root })
  const { app, person, client } = await createTestServer({ metrics })
  const close = await metrics.listen(config, () => loadOf(app, clock, config))
  const { email } = await person()
  await client().call(passwordLogin, { email, password: 'not the one' })
  exposed = await (await fetch(`http://localhost:${port}/metrics`)).text()
  await close()
})

test('each metric of alerts, board and documents is one of a running server', () => {
  assert(board, boardModel)
  expect(board.panels).toHaveLength(12)
  const named = [
    ...alerts.map(({ expr }) => expr),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    read('docs/operations.md'),
    read('docs/runbooks.md'),
  ].flatMap((text) => text.match(/\b(?:passport|process|nodejs)_[a-z_0-9]+\b/g) ?? [])
  // Those without a sample yet are named by their help.
  const known = new Set([
    ...(exposed.match(/^[a-z_0-9]+/gm) ?? []),
    ...[...exposed.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name),
  ])
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
})

test('labels of alerts and board are those of the document', () => {
  const documented = new Map(
    [...read('docs/operations.md').matchAll(/\b(passport_\w+)\{([\w, ]+)\}/g)].map(
      ([, name = '', labels = '']) => [name, labels.split(', ')],
    ),
  )
  const wrong: string[] = []
  assert(board, boardModel)
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  for (const [, name = '', labels = ''] of expressions
    .join('\n')
    .matchAll(/\b(passport_\w+)\{([^}]+)\}/g)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)=/g)) {
      if (!documented.get(name)?.includes(label)) wrong.push(`${name}{${label}}`)
    }
  }
  expect(wrong).toEqual([])
})

test('each alert has a section of the runbook, and the runbook names each alert', () => {
  const text = read('docs/runbooks.md')
  const anchors = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title)))
  for (const { alert, annotations } of alerts) {
    const [file, anchor = ''] = annotations.runbook.split('#')
    expect([alert, file, anchors.has(anchor)]).toEqual([alert, 'docs/runbooks.md', true])
    expect(text).toContain(`\`${alert}\``)
  }
})

test('without the database the load is what this instance knows by itself', async () => {
  const losable = await createLosableDatabase()
  onTestFinished(() => losable.close())
  const { app } = await createTestServer({ database: losable.database })
  const load = (): ReturnType<typeof loadOf> => loadOf(app, clock, readConfig({ DATA_DIR: root }))
  expect(await load()).toMatchObject({ isDatabaseUp: 1, isDatabaseWritable: 1, messagesWaiting: 0 })
  await losable.takeAway()
  const { messagesWaiting, ...own } = await load()
  expect(own).toMatchObject({ isDatabaseUp: 0, hashesWaiting: 0 })
  expect(messagesWaiting).toBeUndefined()
  await losable.giveBack()
  expect(await load()).toMatchObject({ isDatabaseUp: 1 })
})

test('a free disk is measured where the database is a file', async () => {
  const { app } = await createTestServer()
  const file = await loadOf(app, clock, readConfig({ DATA_DIR: root }))
  expect(file.dataFreeBytes).toBeGreaterThan(0)
  const url = 'postgres://localhost/passport'
  const elsewhere = await loadOf(app, clock, readConfig({ DATA_DIR: '/none', DATABASE_URL: url }))
  expect(elsewhere.dataFreeBytes).toBeNaN()
})
