import { parentPort } from 'node:worker_threads'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { drawPuzzle } from './modes/modes.ts'

parentPort?.on('message', (name: ModeName) => {
  void drawPuzzle(name).then((drawn) => parentPort?.postMessage(drawn))
})
