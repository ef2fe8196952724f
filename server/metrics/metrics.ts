import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Config } from '../config/config.ts'
import { readVersion } from '../lib/version.ts'
import { retryCount } from '../store/retry.ts'
import { listenForMetrics } from './listen.ts'

/** The metrics of a server; every label has few values, and none is personal data. */
export type Metrics = ReturnType<typeof createMetrics>

const prefix = 'passport_'
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What this instance is at, and what waits in the database; each is a gauge. */
const loads = {
  hashing: ['hashes_running', 'Passwords that are being hashed.'],
  hashesWaiting: ['hashes_waiting', 'Callers in line for a hash.'],
  messagesWaiting: ['outbox_messages', 'Messages that wait to be sent.'],
  oldestMessageSeconds: ['outbox_oldest_seconds', 'Age of the oldest of them.'],
  oldestWebhookSeconds: [
    'webhook_oldest_seconds',
    'Age of the oldest event that some webhook waits for.',
  ],
  clockAheadSeconds: ['clock_ahead_seconds', "This machine's clock minus the database's."],
  dataFreeBytes: ['data_free_bytes', 'Room on the disk of a SQLite database.'],
  isDatabaseUp: ['database_up', 'Whether the database answered within a second, just now.'],
  isDatabaseWritable: ['database_writable', 'Whether the last write to it succeeded.'],
} as const

/** What was measured of it. */
export type Load = Record<keyof typeof loads, number>

/** Creates the metrics of a server and its process. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> => new Counter({ name: prefix + name, help, labelNames, registers })
  const gauges = new Map(
    Object.entries(loads).map(([load, [name, help]]) => [
      load,
      new Gauge({ name: prefix + name, help, registers }),
    ]),
  )
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Version of the program and of Node; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: readVersion(), node: process.version }, 1)
  const retries = counter('database_retries_total', 'Work that had to be done again.', [])
  async function text(load: Partial<Load>): Promise<string> {
    retries.reset()
    retries.inc(retryCount())
    for (const [name, value] of Object.entries(load)) gauges.get(name)?.set(value)
    return await registry.metrics()
  }
  const faults = counter('faults_total', 'Errors that are no refusals.', ['kind'])
  const messages = counter('messages_total', 'Attempts to send a message.', ['result'])
  // What alerts ask the increase of: a series that begins with 1 has none.
  for (const kind of ['database', 'other']) faults.inc({ kind }, 0)
  for (const result of ['sent', 'failed']) messages.inc({ result }, 0)
  const codes = counter('codes_total', 'Codes that were asked for and granted.', ['channel'])
  for (const channel of ['email', 'sms', 'voice']) codes.inc({ channel }, 0)
  return {
    calls: counter('calls_total', 'Calls by operation and result.', ['operation', 'result']),
    durations: new Histogram({
      name: `${prefix}call_duration_seconds`,
      help: 'Time that calls took.',
      labelNames: ['operation'],
      buckets,
      registers,
    }),
    codes,
    messages,
    sessions: counter('sessions_opened_total', 'Sessions that were opened.', ['by']),
    captchas: counter('captchas_total', 'Captchas issued, passed and failed.', ['result']),
    faults,
    invitations: counter('invitations_total', 'Invitations that were asked for.', [
      'channel',
      'result',
    ]),
    transfers: counter('transfers_total', 'Organizations that were to change hands.', ['result']),
    denied: counter('denied_total', 'Calls of members without the permission.', ['permission']),
    webhooks: counter('webhook_deliveries_total', 'Attempts to tell webhooks.', ['result']),
    /** Serves them at /metrics and returns the function that stops it. @throws ConfigError */
    // Gauges that are left out keep their last values.
    listen: (config: Config, load: () => Promise<Partial<Load>>): Promise<() => Promise<void>> =>
      listenForMetrics(config, async () => await text(await load())),
  }
}
