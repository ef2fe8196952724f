import { atom, type ReadableAtom } from 'nanostores'
import { listReadyPictures, type ReadyPicture } from '../../client/calls/profile.ts'
import type { Instance } from '../../base/instance.ts'
import { reportFailure } from '../../base/report-failure.ts'

/** The pictures that the application offers for one use. */
export interface ReadyPicturesFlow {
  /** Undefined until they are known. */
  $ready: ReadableAtom<readonly ReadyPicture[] | undefined>
  /** Fetches them; an error is only reported, since people can upload their own. */
  load(): Promise<void>
}

export function createReadyPicturesFlow(
  instance: Instance,
  use: 'avatar' | 'background',
): ReadyPicturesFlow {
  const $ready = atom<readonly ReadyPicture[] | undefined>()
  return {
    $ready,
    async load() {
      try {
        const { aid } = instance.$settings.get()
        const { send } = instance.client()
        $ready.set(await listReadyPictures(send, use, aid))
      } catch (error) {
        if ($ready.get() === undefined) $ready.set([])
        if (!instance.signal.aborted) reportFailure(instance, error)
      }
    },
  }
}
