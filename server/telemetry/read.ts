import { BUCKETS_MS, LONGER, NO_DURATION } from './telemetry.ts'
import type { Tally } from '../store/schema/applications.ts'

/** Statistics of one kind of report. */
export interface Statistic {
  aid: number
  kind: string
  name: string
  count: number
  /** Undefined for reports without durations. */
  meanMs: number | undefined
  /** Upper limit of the bucket of the median; Infinity above the last limit. */
  p50Ms: number | undefined
  p95Ms: number | undefined
}

/** Adds up the counts of all days and sorts by frequency. */
export function summarise(tallies: readonly Tally[]): Statistic[] {
  const groups = new Map<string, Tally[]>()
  for (const tally of tallies) {
    const key = [tally.aid, tally.kind, tally.name].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), tally])
  }
  return [...groups.values()]
    .map((group) => toStatistic(group))
    .toSorted((one, other) => other.count - one.count)
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

function percentile(timed: readonly Tally[], share: number, count: number): number | undefined {
  if (count === 0) return undefined
  let counted = 0
  for (const limit of BUCKETS_MS) {
    counted += total(timed.filter(({ bucket }) => bucket === limit).map((tally) => tally.count))
    if (counted >= share * count) return limit
  }
  return timed.some(({ bucket }) => bucket === LONGER) ? Number.POSITIVE_INFINITY : undefined
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
