import { atom } from 'nanostores'
import { beginTotp, removeMethod, setRequiredLevel } from '#protocol/web/methods.ts'
import {
  addApp,
  beginApp,
  demandMethods,
  listMethods,
  removeApp,
  renameApp,
  type AppDraft,
  type AuthenticatorApp,
} from '../../client/calls/methods.ts'
import { readCode } from '../../base/read-code.ts'
import { codeErrorFields } from '../../ui/flows/code-step.ts'
import { formText } from '../../ui/flows/form-text.ts'
import type { AccountRoom } from './account-room.ts'
import { createAccountAction } from './account-store.ts'
import { createOwnList } from './own-list.ts'
import { createRecoveryCodesFlow } from './recovery-codes.ts'
import { withStepUp } from './step-up.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** The authenticator apps of a person, and adding one. */
export type AuthenticatorAppsFlow = MadeBy<typeof createAuthenticatorAppsFlow>

export function createAuthenticatorAppsFlow(room: AccountRoom) {
  const { instance, account } = room
  const $draft = atom<AppDraft | undefined>()
  const formAction = createAccountAction(instance, account, codeErrorFields)
  const $isDemanded = atom(false)
  const codes = createRecoveryCodesFlow(room)
  const query = createOwnList(room, async (send) => {
    const methods = await listMethods(send)
    $isDemanded.set(methods.isDemanded)
    codes.$left.set(methods.codesLeft)
    return methods.apps
  })

  // What a step-up takes has changed.
  async function reload(): Promise<void> {
    await Promise.all([query.load(), account.load()])
  }

  return {
    ...formAction.shown,
    query,
    /** Whether each sign-in asks for a code. */
    $isDemanded,
    codes,
    /** What the new app is set up with; undefined while none is being added. */
    $draft,
    begin: () =>
      formAction.run(async () => {
        const draft = await withStepUp(instance, account, beginTotp, (proof) =>
          beginApp(instance.client().send, proof),
        )
        $draft.set(draft)
      }),
    /** Adds the app by the form's `code`, `app` and, for the first one, `isDemanded`. */
    async add(form: FormData) {
      const draft = $draft.get()
      const code = readCode(formText(form, 'code'))
      const { needCode } = instance.$messages.get().common
      if (code === '' || draft === undefined) return formAction.setFieldError('code', needCode)
      return formAction.run(async () => {
        const name = formText(form, 'app').trim()
        const isFirst = query.$state.get().rows.length === 0
        const isDeclined = isFirst && !form.has('isDemanded')
        const added = await addApp(instance.client().send, draft, { code, name, isDeclined })
        codes.$fresh.set(added.codes)
        $draft.set(undefined)
        await reload()
      })
    },
    /** Gives up adding one. */
    close() {
      formAction.clear()
      $draft.set(undefined)
    },
    /** Changes the name; an empty one changes nothing. */
    async rename(app: AuthenticatorApp, name: string) {
      if (name === '') return
      await renameApp(instance.client().send, app, name)
      await query.load()
    },
    async remove(app: AuthenticatorApp) {
      await withStepUp(instance, account, removeMethod, (proof) =>
        removeApp(instance.client().send, app, proof),
      )
      await reload()
    },
    async demand(isDemanded: boolean) {
      await withStepUp(instance, account, setRequiredLevel, (proof) =>
        demandMethods(instance.client().send, isDemanded, proof),
      )
      await reload()
    },
    dispose: query.dispose,
  }
}
