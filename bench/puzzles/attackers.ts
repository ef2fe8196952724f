import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Attacked, Puzzle } from './answers.ts'
import type { Done } from './attack-worker.ts'

/** Pool of threads that attack pictures. */
export interface Attackers {
  attack(puzzle: Puzzle, isAttacked?: boolean): Promise<Attacked>
  close(): Promise<void>
}

/** Starts a thread for each core but one, which draws. */
export function startAttackers(): Attackers {
  const waiting = new Map<number, (attacked: Attacked) => void>()
  const workers = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () => {
    const worker = new Worker(new URL('./attack-worker.ts', import.meta.url))
    worker.on('message', ({ n, attacked }: Done) => {
      waiting.get(n)?.(attacked)
      waiting.delete(n)
    })
    worker.on('error', (error) => {
      throw error
    })
    return worker
  })
  let count = 0
  return {
    attack: (puzzle, isAttacked = true) =>
      new Promise((resolve) => {
        const n = count++
        waiting.set(n, resolve)
        workers[n % workers.length]?.postMessage({ n, puzzle, isAttacked })
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
