import type { ProofOfWork } from '#protocol/captcha/challenge.ts'
import { findProof } from './find-proof.ts'

/** Message of the worker to the page. */
export type WorkerMessage = { share: number } | { proof: string }

/** Long, since nothing else uses this thread. */
const SLICE_MS = 1000

const tell = (message: WorkerMessage): void => globalThis.postMessage(message)

globalThis.addEventListener('message', ({ data }: MessageEvent<ProofOfWork>) => {
  void findProof(data, { sliceMs: SLICE_MS, onProgress: (share) => tell({ share }) }).then(
    (proof) => tell({ proof }),
    (error: unknown) => {
      // Becomes an error event of the worker.
      setTimeout(() => {
        throw error
      })
    },
  )
})
