import type { ProofOfWork } from '#protocol/captcha/challenge.ts'
import workerScript from 'virtual:proof-worker'
import { findProof, type SearchOptions } from './find-proof.ts'
import type { WorkerMessage } from './proof-worker.ts'
import { trustedScript } from './trusted-types.ts'

/** Longest time in milliseconds that computing blocks the page without a worker. */
const SLICE_MS = 10

/** Error thrown where the page's policy allows no worker. */
class NoWorker extends Error {}

/**
 * Computes a proof in a worker, or in slices without one. @throws DOMException AbortError, or Error
 * without a proof
 */
export async function solveWork(
  work: ProofOfWork,
  options: Omit<SearchOptions, 'sliceMs'> = {},
): Promise<string> {
  try {
    return await findInWorker(work, options)
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error
    return await findProof(work, { ...options, sliceMs: SLICE_MS })
  }
}

async function findInWorker(
  work: ProofOfWork,
  { signal, onProgress }: Omit<SearchOptions, 'sliceMs'>,
): Promise<string> {
  signal?.throwIfAborted()
  const worker = startWorker()
  let stop: (() => void) | undefined
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal?.reason)
      signal?.addEventListener('abort', stop)
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if ('proof' in data) resolve(data.proof)
        else onProgress?.(data.share)
      })
      // Most browsers report a forbidden worker only by this event.
      worker.addEventListener('error', () => reject(new NoWorker()))
      worker.postMessage(work)
    })
  } finally {
    worker.terminate()
    if (stop) signal?.removeEventListener('abort', stop)
  }
}

function startWorker(): Worker {
  if (workerScript === '' || !('Worker' in globalThis)) throw new NoWorker()
  const address = URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }))
  try {
    return new Worker(trustedScript(address))
  } catch {
    throw new NoWorker()
  } finally {
    // Some browsers read the address only after this task.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
}
