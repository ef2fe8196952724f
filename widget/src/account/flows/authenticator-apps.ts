import { atom, type ReadableAtom } from 'nanostores'
import { beginTotp, removeMethod } from '#protocol/web/methods.ts'
import {
  addApp,
  beginApp,
  listApps,
  removeApp,
  renameApp,
  type AppDraft,
  type AuthenticatorApp,
} from '../../client/calls/methods.ts'
import { readCode } from '../../base/read-code.ts'
import { codeErrorFields } from '../../ui/flows/code-step.ts'
import type { Shown } from '../../ui/flows/form-action.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createListQuery, pageOfRows, type ListQuery } from '../../ui/flows/list-query.ts'
import type { AccountRoom } from './account-room.ts'
import { createAccountAction, whileSignedIn } from './account-store.ts'
import { withStepUp } from './step-up.ts'

/** The authenticator apps of a person, and adding one. */
export interface AuthenticatorAppsFlow extends Shown {
  query: ListQuery<AuthenticatorApp, object>
  /** What the new app is set up with; undefined while none is being added. */
  $draft: ReadableAtom<AppDraft | undefined>
  begin(): Promise<boolean>
  /** Adds the app by the form's `code` and `name`. */
  add(form: FormData): Promise<boolean>
  /** Gives up adding one. */
  close(): void
  rename(app: AuthenticatorApp, name: string): Promise<void>
  remove(app: AuthenticatorApp): Promise<void>
  dispose(): void
}

export function createAuthenticatorAppsFlow(room: AccountRoom): AuthenticatorAppsFlow {
  const { instance, account } = room
  const $draft = atom<AppDraft | undefined>()
  const formAction = createAccountAction(instance, account, codeErrorFields)
  const query = createListQuery(instance, {}, async (_, page) =>
    pageOfRows(await whileSignedIn(account, () => listApps(instance.client().send)), page),
  )

  return {
    ...formAction.shown,
    query,
    $draft,
    begin: () =>
      formAction.run(async () => {
        const draft = await withStepUp(instance, account, beginTotp, (proof) =>
          beginApp(instance.client().send, proof),
        )
        $draft.set(draft)
      }),
    async add(form) {
      const draft = $draft.get()
      const code = readCode(formText(form, 'code'))
      const { needCode } = instance.$messages.get().common
      if (code === '' || draft === undefined) return formAction.setFieldError('code', needCode)
      return formAction.run(async () => {
        const name = formText(form, 'app').trim()
        await addApp(instance.client().send, draft, { code, name })
        $draft.set(undefined)
        await query.load()
      })
    },
    close() {
      formAction.clear()
      $draft.set(undefined)
    },
    async rename(app, name) {
      await renameApp(instance.client().send, app, name)
      await query.load()
    },
    async remove(app) {
      await withStepUp(instance, account, removeMethod, (proof) =>
        removeApp(instance.client().send, app, proof),
      )
      await query.load()
    },
    dispose: query.dispose,
  }
}
