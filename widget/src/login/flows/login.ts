import { atom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import type { Client } from '../../client/index.ts'
import type { Instance } from '../../base/instance.ts'
import { readCode } from '../../base/read-code.ts'
import type { Method } from '../../base/settings.ts'
import type { Address } from '../../client/calls/address.ts'
import { readAddress } from '../../ui/flows/address.ts'
import { codeErrorFields, createCodeStep, type CodeStep } from '../../ui/flows/code-step.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Signs in by password or by code. */
export type LoginFlow = MadeBy<typeof createLoginFlow>

/** Calls that use up a proof and sign in. */
export interface LoginCalls {
  byPassword(client: Client, account: string, password: string): Promise<User>
  byCode(client: Client, address: Address, code: string): Promise<User>
}

// The rows come with the code of the client, once somebody types.
const rows = () => import('#protocol/web/login.ts')

const usualCalls: LoginCalls = {
  byPassword: (client, account, password) =>
    client.send(async () => (await rows()).passwordLogin, { account, password }),
  byCode: (client, { channel, value }, code) =>
    channel === 'email'
      ? client.send(async () => (await rows()).emailCodeLogin, { email: value, code })
      : client.send(async () => (await rows()).smsLogin, { mobile: value, code }),
}

/** From this wrong password on, the form offers other ways in. */
const WRONG_PASSWORDS = 3

/** Makes the flow of one element; other `calls` also link an account at a provider. */
export function createLoginFlow(instance: Instance, calls: LoginCalls = usualCalls) {
  const $method = atom<Method>(instance.$settings.get().methods[0] ?? 'password')
  let wrongPasswords = 0
  const formAction = createFormAction(instance, codeErrorFields, (formError) =>
    formError.focus === 'password' && ++wrongPasswords >= WRONG_PASSWORDS
      ? { ...formError, remedy: 'forgot' }
      : formError,
  )
  const code: CodeStep = createCodeStep(instance, 'login', formAction)

  async function finish(user: User): Promise<void> {
    const draft =
      instance.$settings.get().hasPasskey &&
      (await import('./passkey-offer.ts').then(
        ({ findPasskeyOffer }) => findPasskeyOffer(instance),
        () => undefined,
      ))
    if (draft) instance.go({ name: 'passkey-offer', user, draft })
    else await instance.succeed(user)
  }

  return {
    $method,
    ...formAction.shown,
    code,
    choose(method: Method) {
      formAction.clear()
      $method.set(method)
    },
    async signInByPassword(form: FormData) {
      const { common } = instance.$messages.get()
      const typed = formText(form, 'account').trim()
      const password = formText(form, 'password')
      const read = readAddress(typed, common)
      // No username begins with a digit.
      const wrong = 'wrong' in read && read.isNumber ? read.wrong : undefined
      const isWrong = formAction.setFieldErrors({
        account: typed === '' ? common.needAccount : wrong,
        password: password === '' ? common.needPassword : undefined,
      })
      if (isWrong) return false
      const account = 'value' in read ? read.value : typed
      return formAction.run(async () => {
        const client = instance.client()
        await finish(await calls.byPassword(client, account, password))
      })
    },
    /** Sends a code, or uses the typed one, depending on the step. */
    async signInByCode(form: FormData) {
      const state = code.$state.get()
      if (state.step === 'address') return code.send(form)
      const digits = readCode(formText(form, 'code'))
      if (digits === '')
        return formAction.setFieldError('code', instance.$messages.get().common.needCode)
      return formAction.run(async () => {
        const user = await calls.byCode(instance.client(), state.address, digits)
        code.finish()
        await finish(user)
      })
    },
    /** Continues with a code that was sent before the page was reloaded. */
    resume() {
      const { methods } = instance.$settings.get()
      if (methods.includes('code') && code.resume()) $method.set('code')
    },
    /** Makes the flow of another way; `create` comes from a file that is loaded on demand. */
    begin: <Flow>(create: (instance: Instance) => Flow) => create(instance),
    /** Fetches the keys for sealing before a credential is typed. */
    prepare: instance.prepare,
    dispose: () => code.dispose(),
  }
}
