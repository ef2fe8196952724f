import { expect, test } from 'vitest'
import { countActivity, DAYS, type ActivityEvent } from '../../src/lib/activity.ts'

const now = new Date(2026, 10, 21, 15).getTime()

function event(daysAgo: number, device: string, kind = 'signed_in'): ActivityEvent {
  const created_at = Math.floor(new Date(2026, 10, 21 - daysAgo, 9).getTime() / 1000)
  return { kind, device, created_at }
}

test('counts sign-ins by the day they were on, up to today', () => {
  const { days, signIns } = countActivity(
    [
      event(0, 'Phone'),
      event(0, 'Laptop'),
      event(DAYS - 1, 'Phone'),
      event(DAYS, 'Phone'),
      event(1, 'Phone', 'signed_out'),
    ],
    now,
  )
  expect(days).toHaveLength(DAYS)
  expect([days[0]?.count, days[DAYS - 2]?.count, days.at(-1)?.count]).toEqual([1, 0, 2])
  expect(signIns).toBe(3)
})

test('lists the devices used most, each with its days', () => {
  const events = Array.from({ length: 8 }, (_, at) => event(at, `Device ${at}`))
  const { devices } = countActivity([...events, event(3, 'Phone'), event(5, 'Phone')], now)
  expect(devices[0]).toEqual({ name: 'Phone', days: [DAYS - 6, DAYS - 4] })
  expect(devices).toHaveLength(6)
})
