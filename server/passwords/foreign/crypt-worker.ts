import { parentPort } from 'node:worker_threads'
import type { CryptJob } from './foreign-form.ts'
import { phpassOf } from './phpass.ts'
import { shaCryptOf } from './sha-crypt.ts'

const functions = { phpass: phpassOf, 'sha-crypt': shaCryptOf }

parentPort?.on('message', ({ by, password, setting }: CryptJob) => {
  parentPort?.postMessage(functions[by](password, setting))
})
