import { BUCKETS_MS, LONGER, NO_DURATION } from './telemetry.ts'
import type { Tally } from '../store/telemetry-repository.ts'

/** Statistics of one thing that was counted. */
export interface Statistic {
  aid: number
  kind: string
  name: string
  count: number
  /** Undefined where nothing took time. */
  meanMs: number | undefined
  /** Upper end of the bucket that half of the durations do not exceed; Infinity beyond all. */
  p50Ms: number | undefined
  p95Ms: number | undefined
}

/** Adds tallies up over their days, the most frequent first. */
export function summarise(tallies: readonly Tally[]): Statistic[] {
  const groups = new Map<string, Tally[]>()
  for (const tally of tallies) {
    const key = [tally.aid, tally.kind, tally.name].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), tally])
  }
  return [...groups.values()]
    .map((group) => toStatistic(group))
    .sort((one, other) => other.count - one.count)
}

function toStatistic(group: readonly Tally[]): Statistic {
  const [first] = group
  const timed = group.filter(({ bucket }) => bucket !== NO_DURATION)
  const count = total(timed.map((tally) => tally.count))
  return {
    aid: first?.aid ?? 0,
    kind: first?.kind ?? '',
    name: first?.name ?? '',
    count: total(group.map((tally) => tally.count)),
    meanMs: count === 0 ? undefined : total(timed.map(({ sum }) => sum)) / count,
    p50Ms: percentile(timed, 0.5, count),
    p95Ms: percentile(timed, 0.95, count),
  }
}

function percentile(timed: readonly Tally[], part: number, count: number): number | undefined {
  if (count === 0) return undefined
  let seen = 0
  for (const end of BUCKETS_MS) {
    seen += total(timed.filter(({ bucket }) => bucket === end).map((tally) => tally.count))
    if (seen >= part * count) return end
  }
  return timed.some(({ bucket }) => bucket === LONGER) ? Number.POSITIVE_INFINITY : undefined
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
