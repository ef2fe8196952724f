import { parentPort } from 'node:worker_threads'
import { attackPuzzle, type Puzzle } from './answers.ts'

parentPort?.on('message', ({ n, puzzle, isAttacked }: Task) => {
  void attackPuzzle(puzzle, isAttacked).then((attacked) =>
    parentPort?.postMessage({ n, attacked } satisfies Done),
  )
})

/** Message to a thread. */
export interface Task {
  n: number
  puzzle: Puzzle
  isAttacked: boolean
}

/** Reply of a thread; `n` is that of its task. */
export interface Done {
  n: number
  attacked: Awaited<ReturnType<typeof attackPuzzle>>
}
