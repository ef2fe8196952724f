import { parentPort } from 'node:worker_threads'
import { attackPuzzle, type Puzzle } from './answers.ts'

parentPort?.on('message', ({ n, puzzle, isAttacked }: Task) => {
  void attackPuzzle(puzzle, isAttacked).then((attacked) =>
    parentPort?.postMessage({ n, attacked } satisfies Done),
  )
})

/** A picture to be attacked. */
export interface Task {
  n: number
  puzzle: Puzzle
  isAttacked: boolean
}

/** The same number, and what came of it. */
export interface Done {
  n: number
  attacked: Awaited<ReturnType<typeof attackPuzzle>>
}
