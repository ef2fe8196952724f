import process from 'node:process'
import { expect } from 'vitest'
import { is, type Struct } from 'superstruct'
import {
  isNumeric,
  limitsOfNumber,
  longestList,
  longestText,
} from '../../scripts/lib/field-limits.ts'
import { onStatement } from './databases.ts'
import { withoutRepeats } from './faults.ts'
import type { TestServer } from './test-server.ts'
import { createScene, type Named, type Scene, type SceneReply } from './valid-calls.ts'

/** Most that a call may take of the thread that serves everybody, in milliseconds: 250 on a quiet machine. */
const MOST_CPU_MS = 500
const MOST_STATEMENTS = 50

/** Numbers that break what counts with them, as text. */
const extremes = [
  '-1',
  '0',
  '1',
  '-5000',
  '007',
  '1.5',
  '65536',
  String(2 ** 31 - 1),
  String(2 ** 31),
  String(2 ** 32),
  '1795269842000',
  String(Number.MAX_SAFE_INTEGER),
  String(2 ** 53),
  '9999999999999999',
  '-9999999999999999',
  '1e308',
  '1e9',
  'NaN',
  'Infinity',
  '١٢',
]

/** What a request took. */
interface Cost {
  cpuMs: number
  statements: number
}

/** Measures a request: hashing and pictures have threads of their own and do not count. */
async function measure<Reply>(
  { app }: TestServer,
  send: () => Promise<Reply>,
): Promise<Cost & { reply: Reply }> {
  await app.services.outboxWorker.idle()
  let statements = 0
  const stop = onStatement(() => statements++)
  const before = process.threadCpuUsage()
  const reply = await withoutRepeats(send)
  const { system, user } = process.threadCpuUsage(before)
  stop()
  return { reply, cpuMs: (system + user) / 1000, statements }
}

/** Returns what a request took too much of; empty where all is well. */
export async function excessOf(
  server: TestServer,
  send: () => Promise<{ status: number }>,
): Promise<string[]> {
  const { reply, cpuMs, statements } = await measure(server, send)
  return [
    ...(reply.status >= 500 ? [`status ${reply.status}`] : []),
    ...(cpuMs > MOST_CPU_MS ? [`${Math.round(cpuMs)} ms`] : []),
    ...(statements > MOST_STATEMENTS ? [`${statements} statements`] : []),
  ]
}

/** Changes of a payload that give each number its extremes, and each list and text its largest size. */
export function largest(
  scene: Scene,
  { endpoint }: Named,
): [what: string, Record<string, unknown>][] {
  const schema = (endpoint.payload.schema ?? {}) as Record<string, Struct>
  return Object.entries(schema).flatMap(([field, struct]): [string, Record<string, unknown>][] => {
    if (isNumeric(struct)) {
      const limits = limitsOfNumber(struct)
      const bounds = limits && [limits.least - 1, limits.least, limits.most, limits.most + 1]
      return [...(bounds ?? []).map(String), ...extremes].map((value) => [
        `${field}=${value}`,
        { [field]: value },
      ])
    }
    if (struct.type === 'array') {
      const itemAt = scene.itemAt(field)
      const most = longestList(struct, itemAt)
      return [most, most + 1].map((length) => [
        `${field} of ${length}`,
        { [field]: Array.from({ length }, (_, at) => itemAt(at)) },
      ])
    }
    if (struct.type !== 'string' || !is('x'.repeat(longestText(struct)), struct)) return []
    return [
      [`${field} of ${longestText(struct)} letters`, { [field]: 'x'.repeat(longestText(struct)) }],
    ]
  })
}

/** Sends each extreme of a call; returns what was too much, and the error of the plain call. */
export async function sendExtremes(named: Named): Promise<{ excess: string[]; error: string }> {
  const scene = await createScene(named)
  const replies: SceneReply[] = []
  const excess: string[] = []
  for (const [what, change] of [['plain', {}] as const, ...largest(scene, named)]) {
    const found = await excessOf(scene.server, async () => {
      const reply = await scene.send(change)
      replies.push(reply)
      return reply
    })
    excess.push(...found.map((one) => `${what}: ${one}`))
    const [first] = replies
    expect(scene.received().length, JSON.stringify(first)).toBeGreaterThan(0)
  }
  return { excess, error: replies[0]?.error ?? '' }
}

/** Returns whether a call has a number that is no flag, or a list. */
export function hasAmount({ endpoint }: Named): boolean {
  const structs = Object.values((endpoint.payload.schema ?? {}) as Record<string, Struct>)
  return structs.some((one) => one.type === 'array' || (one.type !== 'enums' && isNumeric(one)))
}

/** Returns whether a number has a least and a largest value; true for all that are no numbers. */
export function isBounded(struct: Struct): boolean {
  return !isNumeric(struct) || limitsOfNumber(struct) !== undefined
}
