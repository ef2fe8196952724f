import { Worker } from 'node:worker_threads'
import type { CryptJob, HashHelpers } from './foreign-form.ts'

/** Returns the function that computes such hashes in a thread of their own, started when first needed. */
export function createCryptThread(): HashHelpers['crypt'] {
  const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = []
  let worker: Worker | undefined

  function start(): Worker {
    const started = new Worker(new URL('./crypt-worker.ts', import.meta.url))
    started.unref()
    // The thread answers in the order in which it is asked.
    started.on('message', (text: string) => waiting.shift()?.resolve(text))
    started.on('error', (error) => {
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    })
    return started
  }

  return (job: CryptJob) =>
    new Promise((resolve, reject) => {
      worker ??= start()
      waiting.push({ resolve, reject })
      worker.postMessage(job)
    })
}
