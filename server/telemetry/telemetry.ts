import type { Tally, TelemetryRepository } from '../store/telemetry-repository.ts'
import { dayOf, SECOND_MS, type Clock } from '../lib/clock.ts'

/** Upper ends of the durations that are told apart, in milliseconds. */
export const BUCKETS_MS = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const

/** Bucket of what takes no time, and of what takes longer than all. */
export const NO_DURATION = -1
export const LONGER = 0

const FLUSH_MS = 5 * SECOND_MS

/** Something to count. */
export interface Sighting {
  aid: number
  kind: string
  name: string
  durationMs?: number | undefined
}

/**
 * Counts what pages report. Only sums are kept; they are written every few seconds, so that a flood
 * of reports is no flood of statements, and a crash loses seconds of statistics.
 */
export interface Telemetry extends Pick<TelemetryRepository, 'since'> {
  count(sighting: Sighting): void
  /** Writes what was counted. */
  flush(): Promise<void>
  start(onFault: (error: unknown) => void): void
  close(): Promise<void>
}

/** Telemetry over a store. */
export function createTelemetry(store: TelemetryRepository, clock: Clock): Telemetry {
  let tallies = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    if (tallies.size === 0) return
    const counted = [...tallies.entries()].sort(([one], [other]) => (one < other ? -1 : 1))
    tallies = new Map()
    // In one order everywhere: two instances that add the same rows wait for each other just once.
    await store.add(counted.map(([, tally]) => tally))
  }

  return {
    since: store.since,
    count: ({ aid, kind, name, durationMs }) => {
      const day = dayOf(clock())
      const bucket = bucketOf(durationMs)
      const key = [day, aid, kind, name, bucket].join(' ')
      const tally = tallies.get(key) ?? { day, aid, kind, name, bucket, count: 0, sum: 0 }
      tally.count++
      tally.sum += Math.round(durationMs ?? 0)
      tallies.set(key, tally)
    },
    flush,
    start: (onFault) => {
      timer = setInterval(() => void flush().catch(onFault), FLUSH_MS).unref()
    },
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

function bucketOf(durationMs: number | undefined): number {
  if (durationMs === undefined) return NO_DURATION
  return BUCKETS_MS.find((end) => durationMs <= end) ?? LONGER
}
