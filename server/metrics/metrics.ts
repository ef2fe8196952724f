import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { retriesSoFar } from '../store/retry.ts'

/** What is counted while the server works; each label has few values, and none names a person. */
export interface Metrics {
  readonly calls: Counter<'operation' | 'result'>
  readonly durations: Histogram<'operation'>
  readonly codes: Counter<'channel'>
  readonly messages: Counter<'result'>
  readonly sessions: Counter<'by'>
  readonly captchas: Counter<'result'>
  readonly faults: Counter<'kind'>
  /** Says how to find out what is only worth knowing when somebody asks. */
  watch(look: () => Promise<Load>): void
  /** All of it as Prometheus reads it. */
  text(): Promise<string>
}

/** How much is waiting. */
export interface Load {
  hashing: number
  hashesWaiting: number
  messagesWaiting: number
  oldestMessageSeconds: number
}

const prefix = 'passport_'
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of one server; also those of its process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> => new Counter({ name: prefix + name, help, labelNames, registers })
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: prefix + name, help, registers })
  const isUp = gauge('database_up', 'Whether the database answered when it was asked just now.')
  const gauges: Record<keyof Load, Gauge> = {
    hashing: gauge('hashes_running', 'Passwords that are being hashed.'),
    hashesWaiting: gauge('hashes_waiting', 'Callers in line for a hash.'),
    messagesWaiting: gauge('outbox_messages', 'Messages that wait to be sent.'),
    oldestMessageSeconds: gauge('outbox_oldest_seconds', 'Age of the oldest of them.'),
  }
  const retries = counter('database_retries_total', 'Work that had to be done again.', [])
  let look: (() => Promise<Load>) | undefined
  return {
    calls: counter('calls_total', 'Calls by operation and result.', ['operation', 'result']),
    durations: new Histogram({
      name: `${prefix}call_duration_seconds`,
      help: 'Time that calls took.',
      labelNames: ['operation'],
      buckets,
      registers,
    }),
    codes: counter('codes_total', 'Codes that were asked for and granted.', ['channel']),
    messages: counter('messages_total', 'Attempts to send a message.', ['result']),
    sessions: counter('sessions_opened_total', 'Sessions that were opened.', ['by']),
    captchas: counter('captchas_total', 'Captchas issued, passed and failed.', ['result']),
    faults: counter('faults_total', 'Errors that are no refusals.', ['kind']),
    watch: (from) => {
      look = from
    },
    text: async () => {
      const load = await look?.().catch(() => undefined)
      retries.reset()
      retries.inc(retriesSoFar())
      isUp.set(load === undefined ? 0 : 1)
      for (const [name, value] of Object.entries(load ?? {})) gauges[name as keyof Load].set(value)
      return await registry.metrics()
    },
  }
}
