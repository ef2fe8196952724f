/** What the charts need of a security event. */
export interface ActivityEvent {
  kind: string
  device: string
  /** Unix seconds. */
  created_at: number
}

/** How many days the charts go back, today among them. */
export const DAYS = 30

const DAY_MS = 24 * 3600 * 1000
const MOST_DEVICES = 6
const ways = new Set(['signed_in', 'signed_up', 'qr_confirmed'])

/** One day and how often somebody signed in on it. */
export interface Day {
  /** Midnight where the person is, in milliseconds. */
  at: number
  count: number
}

/** A device and the days, counted from the first, on which it signed in. */
export interface Device {
  name: string
  days: readonly number[]
}

/** What the charts show. */
export interface Activity {
  days: readonly Day[]
  /** The most used first; what is beyond the first few is left out. */
  devices: readonly Device[]
  signIns: number
}

/** Counts events by day, as days are where the person is; `now` in milliseconds. */
export function countActivity(events: readonly ActivityEvent[], now: number): Activity {
  const first = midnight(now - (DAYS - 1) * DAY_MS)
  const days: Day[] = Array.from({ length: DAYS }, (_, at) => ({
    // By half a day more, so that a clock change cannot make two days one.
    at: midnight(first + at * DAY_MS + DAY_MS / 2),
    count: 0,
  }))
  const devices = new Map<string, number[]>()
  for (const { kind, device, created_at } of events) {
    const at = Math.round((midnight(created_at * 1000) - first) / DAY_MS)
    const day = days[at]
    if (!ways.has(kind) || day === undefined) continue
    day.count += 1
    devices.set(device, [...(devices.get(device) ?? []), at])
  }
  return {
    days,
    devices: [...devices]
      .map(([name, all]) => ({ name, days: [...new Set(all)].toSorted((a, b) => a - b) }))
      .toSorted((a, b) => b.days.length - a.days.length)
      .slice(0, MOST_DEVICES),
    signIns: days.reduce((sum, { count }) => sum + count, 0),
  }
}

function midnight(ms: number): number {
  const day = new Date(ms)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}
