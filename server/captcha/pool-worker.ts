import { parentPort } from 'node:worker_threads'
import { drawPuzzle } from './modes/modes.ts'
import type { Order } from './pool.ts'

parentPort?.on('message', (order: Order) => {
  void drawPuzzle(order.name, order).then((drawn) => parentPort?.postMessage(drawn))
})
