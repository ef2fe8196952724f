import { atom } from 'nanostores'
import { uploadAvatar } from '#protocol/web/profile.ts'
import {
  listReadyPictures,
  remainingChanges,
  suggestUsernames,
  updateProfile,
  type ReadyPicture,
  type Remaining,
} from '../../client/calls/profile.ts'
import type { Instance } from '../../base/instance.ts'
import type { Crop } from '../../ui/flows/crop.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import { readPicture, writeSquare } from '../../ui/flows/picture-file.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { createListQuery, type ListQuery } from '../../ui/flows/list-query.ts'
import { createUploadFetch } from './upload-fetch.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

const MAX_NAME_LENGTH = 64
/** The server's rule: letters, digits and single separators, a letter first. */
const USERNAME = /^(?=.{3,32}$)[a-z](?:[._-]?[a-z\d]+)*$/i

/** The pictures that the application offers; those who have none of them upload their own. */
export type ReadyPictures = ListQuery<ReadyPicture, object>

/** State of the profile picture. */
export type PictureStep =
  | { at: 'shown' }
  | { at: 'crop'; bitmap: ImageBitmap }
  /** `share` is how much of the file has been sent, from 0 to 1. */
  | { at: 'upload'; bitmap: ImageBitmap; share: number }

/** Changes the profile picture. */
export type PictureFlow = MadeBy<typeof createPictureFlow>

/** Changes the names of the person. */
export type NamesFlow = MadeBy<typeof createNamesFlow>

export function createReadyPictures(
  instance: Instance,
  use: 'avatar' | 'background',
): ReadyPictures {
  return createListQuery(instance, {}, () =>
    listReadyPictures(instance.client().send, use, instance.$settings.get().aid),
  )
}

export function createPictureFlow({ instance, account }: AccountContext) {
  const $step = atom<PictureStep>({ at: 'shown' })
  const formAction = createAccountAction(instance, account, {})

  function go(step: PictureStep): void {
    const before = $step.get()
    if ('bitmap' in before && !('bitmap' in step)) before.bitmap.close()
    $step.set(step)
  }

  function saved(url: string): void {
    const state = account.$state.get()
    if (state.step === 'ready') account.setUser({ ...state.user, pictureUrl: url })
    go({ at: 'shown' })
    instance.changed({ what: 'profile', did: 'set' })
  }

  return {
    $step,
    ready: createReadyPictures(instance, 'avatar'),
    ...formAction.shown,
    async choose(file: File) {
      const { profile } = instance.$messages.get()
      formAction.clear()
      const read = await readPicture(file)
      if (read.is === 'picture') {
        go({ at: 'crop', bitmap: read.bitmap })
        return true
      }
      return formAction.setFieldError(
        'picture',
        read.is === 'too-large' ? profile.tooLarge : profile.unreadable,
      )
    },
    upload(crop: Crop) {
      const step = $step.get()
      if (step.at !== 'crop') return Promise.resolve(false)
      const { bitmap } = step
      return formAction.run(async () => {
        $step.set({ at: 'upload', bitmap, share: 0 })
        try {
          const avatar = await writeSquare(bitmap, crop)
          const options = {
            files: { avatar },
            fetch: createUploadFetch((share) => {
              if ($step.get().at === 'upload') $step.set({ at: 'upload', bitmap, share })
            }),
          }
          const { url } = await instance.client().send(uploadAvatar, {}, options)
          saved(url)
        } catch (error) {
          $step.set({ at: 'crop', bitmap })
          throw error
        }
      })
    },
    take: ({ key }: ReadyPicture) =>
      formAction.run(async () => {
        const { send } = instance.client()
        const user = await updateProfile(send, { picture: key })
        saved(user.pictureUrl)
      }),
    cancel() {
      formAction.clear()
      go({ at: 'shown' })
    },
    dispose: () => go({ at: 'shown' }),
  }
}

export function createNamesFlow({ instance, account }: AccountContext) {
  // What the fields began with; another tab may change it since.
  let state = account.$state.get()
  const $remaining = atom<Partial<Record<'name' | 'username', Remaining>>>({})
  const $suggested = atom<readonly string[] | undefined>()
  const formAction = createAccountAction(instance, account, {
    text_refused: 'name',
    name_taken: 'user_unique_name',
  })

  /** Fetches how many changes are left; an error is reported once. */
  async function load(isNews = true): Promise<void> {
    const { signal } = instance
    try {
      $remaining.set(await remainingChanges(instance.client().send))
    } catch (error) {
      // The form works without it.
      if (isNews && !signal.aborted) reportFailure(instance, error)
    }
  }

  return {
    ...formAction.shown,
    $remaining,
    /** Free usernames; undefined until the person asks for some. */
    $suggested,
    load: () => load(),
    suggest: () =>
      formAction.run(async () => {
        $suggested.set(await suggestUsernames(instance.client().send, 4))
      }),
    async submit(form: FormData) {
      const { profile } = instance.$messages.get()
      if (state.step !== 'ready') return false
      const name = formText(form, 'name').trim()
      const username = formText(form, 'user_unique_name').normalize('NFKC').trim()
      const isLong = Array.from(name).length > MAX_NAME_LENGTH
      const isWrong = formAction.setFieldErrors({
        name: name === '' ? profile.needName : isLong ? profile.longName : undefined,
        user_unique_name:
          username !== state.user.username && !USERNAME.test(username)
            ? profile.badUsername
            : undefined,
      })
      if (isWrong) return false
      // Sends changed fields only, since each counts as a change.
      const change = {
        ...(name !== state.user.name && { name }),
        ...(username !== state.user.username && { username }),
      }
      if (Object.keys(change).length === 0) return true
      const isDone = await formAction.run(async () => {
        account.setUser(await updateProfile(instance.client().send, change))
        state = account.$state.get()
        $suggested.set(undefined)
        instance.changed({ what: 'profile', did: 'set' })
      })
      const formError = formAction.$formError.get()
      if (formError?.field === 'name' && change.name === undefined) {
        formAction.setFieldError('user_unique_name', formError.text)
      }
      if (!isDone) await load(false)
      return isDone
    },
    prepare: instance.prepare,
  }
}
