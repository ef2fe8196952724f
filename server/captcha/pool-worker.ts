import { parentPort, workerData } from 'node:worker_threads'
import { draw, type StyleOptions } from '@passport/puzzles'
import type { PuzzleOrder } from './pool.ts'

const style: StyleOptions = {
  ...(workerData as Omit<StyleOptions, 'warn'>),
  warn: (message, error) =>
    parentPort?.postMessage({
      warning: message,
      reason: error instanceof Error ? String(error) : '',
    }),
}

parentPort?.on('message', (order: PuzzleOrder) => {
  void draw(order.kind, { ...order, style }).then((drawn) => parentPort?.postMessage(drawn))
})
