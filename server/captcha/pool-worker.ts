import { parentPort, workerData } from 'node:worker_threads'
import { drawPuzzle } from './modes/modes.ts'
import { applyLook, type Look } from './look.ts'
import type { Order } from './pool.ts'

const look = workerData as Look
const warn = (message: string, error: unknown): void =>
  parentPort?.postMessage({ warning: message, reason: error instanceof Error ? String(error) : '' })
let ready = applyLook(look, warn)

parentPort?.on('message', (order: Order) => {
  void (async () => {
    ready = ready.then((until) => (Date.now() < until ? until : applyLook(look, warn)))
    await ready
    parentPort?.postMessage(await drawPuzzle(order.name, order))
  })()
})
