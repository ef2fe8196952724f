import { atom, type ReadableAtom } from 'nanostores'
import type { defaultAvatarList, defaultBackgroundList } from '#protocol/web/profile.ts'
import type { Instance } from '../instance.ts'
import { reportFailure } from './form-action.ts'

/** A picture that the application offers. */
export interface ReadyPicture {
  key: string
  url: string
}

/** The pictures that the application offers for one use. */
export interface ReadyPicturesFlow {
  $ready: ReadableAtom<readonly ReadyPicture[]>
  /** Fetches them; an error is only reported, since people can upload their own. */
  load(): Promise<void>
}

export function createReadyPicturesFlow(
  instance: Instance,
  endpoint: typeof defaultAvatarList | typeof defaultBackgroundList,
): ReadyPicturesFlow {
  const $ready = atom<readonly ReadyPicture[]>([])
  return {
    $ready,
    async load() {
      try {
        const { aid } = instance.$settings.get()
        const { list } = await instance
          .client()
          .send(endpoint, { aid, page_size: 100 }, { signal: instance.signal })
        $ready.set(list.map(({ web_uri: key, url }) => ({ key, url })))
      } catch (error) {
        if (!instance.signal.aborted) reportFailure(instance, error)
      }
    },
  }
}
