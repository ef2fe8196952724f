import { atom, type ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import { profileInputs } from '#protocol/profile-fields.ts'
import { defaultBackgroundList, updateUser, uploadPicture } from '#protocol/web/profile.ts'
import type { Instance } from '../instance.ts'
import { createAccountAction, type AccountStore } from './account-store.ts'
import { formText } from './form-text.ts'
import type { FormAction } from './form-action.ts'
import {
  createReadyPicturesFlow,
  type ReadyPicture,
  type ReadyPicturesFlow,
} from './ready-pictures.ts'

/** Edits the profile fields of a form. */
export interface DetailsFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  /** Whether the last change is saved. */
  $isSaved: ReadableAtom<boolean>
  submit(form: FormData): Promise<boolean>
}

/** Changes the background picture of a profile. */
export interface BackgroundFlow
  extends ReadyPicturesFlow, Pick<FormAction, '$isBusy' | '$formError'> {
  take(picture: ReadyPicture): Promise<boolean>
  upload(file: File): Promise<boolean>
}

export function createDetailsFlow(instance: Instance, account: AccountStore): DetailsFlow {
  const $isSaved = atom(false)
  const formAction = createAccountAction(instance, account, { text_refused: 'description' })
  return {
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    $isSaved,
    async submit(form) {
      const state = account.$state.get()
      $isSaved.set(false)
      if (state.step !== 'ready') return false
      const { user } = state
      const change = changeOf(form, user)
      const isDone =
        Object.keys(change).length === 0 ||
        (await formAction.run(async (signal) => {
          const changed = await instance.client().send(updateUser, change, { signal })
          account.setUser(changed)
          instance.changed({ what: 'profile', did: 'set' })
        }))
      $isSaved.set(isDone)
      return isDone
    },
  }
}

// Sends changed fields only, since each counts as a change; a birthday cannot be removed.
function changeOf(form: FormData, user: User): Partial<User> {
  const changed = Object.entries(profileInputs).flatMap(([name, input]) => {
    const old = (user as Record<string, unknown>)[name]
    const text = formText(form, name).replaceAll('\r\n', '\n').trim()
    const value = typeof old === 'number' ? Number(text) : text
    const isSent = form.has(name) && value !== old && (text !== '' || input.is(text))
    return isSent ? [[name, value]] : []
  })
  return Object.fromEntries(changed) as Partial<User>
}

export function createBackgroundFlow(instance: Instance, account: AccountStore): BackgroundFlow {
  const formAction = createAccountAction(instance, account, {
    file_type: 'background',
    file_size: 'background',
  })

  async function set(key: string, signal: AbortSignal): Promise<void> {
    account.setUser(await instance.client().send(updateUser, { bg_img: key }, { signal }))
    instance.changed({ what: 'profile', did: 'set' })
  }

  return {
    ...createReadyPicturesFlow(instance, defaultBackgroundList),
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    take: ({ key }) => formAction.run((signal) => set(key, signal)),
    upload: (file) =>
      formAction.run(async (signal) => {
        const options = { signal, files: { pic: file } }
        const { web_uri: key } = await instance.client().send(uploadPicture, {}, options)
        await set(key, signal)
      }),
  }
}
