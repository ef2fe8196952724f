import { updateProfile, uploadBackground, type ReadyPicture } from '../../client/calls/profile.ts'
import type { Account } from '../../client/calls/account.ts'
import { profileInputs } from '#protocol/profile-fields.ts'
import { createAccountAction, type AccountContext } from './account-store.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createReadyPictures } from './profile.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Edits the profile fields of a form. */
export type DetailsFlow = ReturnType<typeof createDetailsFlow>

/** Changes the background picture of a profile. */
export type BackgroundFlow = ReturnType<typeof createBackgroundFlow>

export function createDetailsFlow({ instance, account }: AccountContext) {
  const formAction = createAccountAction(instance, account, { text_refused: 'description' })
  // What the fields began with; another tab may change it since.
  let state = account.$state.get()
  return {
    ...formAction.shown,
    async submit(form: FormData) {
      if (state.step !== 'ready') return false
      const { user } = state
      if (form.has('birthday') && !isPastDay(formText(form, 'birthday'))) {
        return formAction.setFieldError('birthday', instance.$messages.get().profile.badBirthday)
      }
      const change = changeOf(form, user)
      if (Object.keys(change).length === 0) return true
      return formAction.run(async () => {
        account.setUser(await updateProfile(instance.client().send, change))
        state = account.$state.get()
        instance.changed({ what: 'profile', did: 'set' })
      })
    },
  }
}

// The server's rule; empty removes it. Tomorrow has begun somewhere.
function isPastDay(day: string): boolean {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
  return profileInputs.birthday.is(day) && day < tomorrow
}

// Sends changed fields only, since each counts as a change; an emptied one is removed where it may be.
function changeOf(form: FormData, user: Account): Partial<Account> {
  const before: Record<string, unknown> = { ...user }
  const changed = Object.entries(profileInputs).flatMap(([name, input]) => {
    const old = before[name]
    const text = formText(form, name).replaceAll('\r\n', '\n').trim()
    const value = typeof old === 'number' ? Number(text) : text
    const isSent = form.has(name) && value !== old && (text !== '' || input.is(text))
    return isSent ? [[name, value]] : []
  })
  return Object.fromEntries(changed) as Partial<Account>
}

export function createBackgroundFlow({ instance, account }: AccountContext) {
  const formAction = createAccountAction(instance, account, {
    file_type: 'background',
    file_size: 'background',
  })

  async function set(key: string): Promise<void> {
    const { send } = instance.client()
    account.setUser(await updateProfile(send, { background: key }))
    instance.changed({ what: 'profile', did: 'set' })
  }

  return {
    ready: createReadyPictures(instance, 'background'),
    ...formAction.shown,
    take: ({ key }: ReadyPicture) => formAction.run(() => set(key)),
    upload: (file: File) =>
      formAction.run(async () => {
        const key = await uploadBackground(instance.client().send, file)
        await set(key)
      }),
  }
}
