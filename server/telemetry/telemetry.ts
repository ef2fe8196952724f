import { dayOf, SECOND_MS, type Clock } from '../lib/clock.ts'
import { createFlusher, type Flusher } from '../lib/flusher.ts'
import type { TelemetryRepository } from '../store/telemetry-repository.ts'
import type { Tally } from '../store/schema/applications.ts'

/** Upper limits of the buckets of durations, in milliseconds. */
export const BUCKETS_MS = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const

/** Bucket of reports without a duration. */
export const NO_DURATION = -1

/** Bucket of durations above the last limit. */
export const LONGER = 0

const FLUSH_MS = 5 * SECOND_MS

/** A report of a page, to be counted. */
export interface Report {
  aid: number
  kind: string
  name: string
  durationMs?: number | undefined
}

/** Counts what pages report. The counts are written every few seconds; a crash loses the last ones. */
export interface Telemetry extends Pick<TelemetryRepository, 'since'>, Flusher {
  count(report: Report): void
}

/** Telemetry over a repository. */
export function createTelemetry(repository: TelemetryRepository, clock: Clock): Telemetry {
  let tallies = new Map<string, Tally>()

  async function write(): Promise<void> {
    if (tallies.size === 0) return
    // Sorted, so that two instances that add to the same rows do not wait for each other.
    const sorted = Array.from(tallies).toSorted(([one], [other]) => (one < other ? -1 : 1))
    tallies = new Map()
    await repository.add(sorted.map(([, tally]) => tally))
  }

  return {
    since: repository.since,
    count: ({ aid, kind, name, durationMs }) => {
      const day = dayOf(clock())
      const bucket = bucketOf(durationMs)
      const key = [day, aid, kind, name, bucket].join(' ')
      const tally = tallies.get(key) ?? { day, aid, kind, name, bucket, count: 0, sum: 0 }
      tally.count++
      tally.sum += Math.round(durationMs ?? 0)
      tallies.set(key, tally)
    },
    ...createFlusher(write, FLUSH_MS),
  }
}

function bucketOf(durationMs: number | undefined): number {
  if (durationMs === undefined) return NO_DURATION
  return BUCKETS_MS.find((end) => durationMs <= end) ?? LONGER
}
