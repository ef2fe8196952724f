import type { ProofOfWork } from '#protocol/captcha/challenge.ts'
import workerScript from 'virtual:proof-worker'
import { findProof, type SearchOptions } from './find-proof.ts'
import type { WorkerMessage } from './proof-worker.ts'
import { trustedScript } from './trusted-types.ts'

/** How long the page stands still at most where it has to compute itself. */
const SLICE_MS = 10

/** Thrown where the page's policy allows no worker of ours. */
class NoWorker extends Error {}

/**
 * Returns the proof of some work. Computes in a worker, or in slices where a page allows none.
 * @throws DOMException AbortError, or Error when no number fits
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
      // A policy that forbids the worker shows only now in most browsers.
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
    // Some browsers read it only after this turn.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
}
