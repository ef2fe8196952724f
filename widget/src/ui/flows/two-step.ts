import { atom } from 'nanostores'
import { addressCodeTypes, isAddressCode } from '#protocol/sign-in-methods.ts'
import { askForCode, passFields } from '../../client/calls/codes.ts'
import { enterRecoveryCode } from '../../client/calls/recovery-codes.ts'
import { validateCode } from '#protocol/web/codes.ts'
import { recoveryCode } from '#protocol/fields.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { passkeyOptions, verifyPasskey } from '#protocol/web/passkeys.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import type { Instance } from '../../base/instance.ts'
import { readCode } from '../../base/read-code.ts'
import type { StepUpMethod, TwoStepRequest } from '../../base/two-step-request.ts'
import { getPasskey } from '../../client/passkey-request.ts'
import { codeErrorFields, isEarly } from './code-step.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { waitOf } from './form-error.ts'
import { createFormAction } from './form-action.ts'
import type { MadeBy } from './made-by.ts'
import { createPasskeyAction, type PasskeyAction } from './passkey-action.ts'
import { openWindow } from './providers.ts'

type Request = Pick<TwoStepRequest, 'wanted' | 'scene' | 'pass' | 'close'>

/** Proves a person by a second method. */
export type TwoStepFlow = MadeBy<typeof createTwoStepFlow>

/** Makes the verification for a rejected call, or without references a step-up for a later one. */
export function createTwoStepFlow(
  instance: Instance,
  { wanted, scene, pass, close }: Request,
  first: StepUpMethod,
) {
  const $method = atom<StepUpMethod>(first)
  const $sent = atom(0)
  const $codesLeft = atom<number | undefined>()
  let ticket = ''
  const formAction = createFormAction(instance, {
    ...codeErrorFields,
    code_used: 'code',
    password_error: 'password',
  })
  const passkey: PasskeyAction = createPasskeyAction(instance, formAction)
  const countDown = createCountDown()
  const references = passFields(wanted)
  const isRecoverable = wanted.ways.some(({ way }) => way === 'recovery_code_verify')
  const $remembers = atom(false)
  const optionsNow = (): { scene?: string; remembers: boolean } => ({
    ...(scene !== undefined && { scene }),
    remembers: $remembers.get(),
  })

  return {
    $method,
    /** Whether this browser is not to be asked again; only signing in does so. */
    $remembers,
    setRemembers: (isOn: boolean) => $remembers.set(isOn),
    /** Identifier typed at sign-in, for password managers. */
    account: instance.typedAddress(),
    /** Number of codes sent by the chosen method. */
    $sent,
    /** Number of recovery codes left once one has confirmed a sign-in, which waits for `proceed`. */
    $codesLeft,
    /** Whether there is such a page here. */
    hasAccountPage: instance.$settings.get().pages !== undefined,
    /** Goes on; with `replaces`, to where the account's own page replaces the lost app. */
    proceed(replaces = false) {
      if (replaces) instance.leadTo('/account-setting/security#two-step')
      pass(wanted, ticket)
    },
    ...formAction.shown,
    /** Seconds until another code may be asked for. */
    $resendIn: countDown.$left,
    choose(method: StepUpMethod) {
      if (method === $method.get()) return
      formAction.clear()
      passkey.stop()
      countDown.stop()
      $sent.set(0)
      $method.set(method)
    },
    /** Sends a code by the chosen method, or has it read out in a call. */
    sendCode(isCall = false) {
      const chosen = $method.get()
      const { way } = chosen
      if (!isAddressCode(way) || countDown.$left.get() > 0) return Promise.resolve(false)
      return formAction.run(async () => {
        try {
          const type = addressCodeTypes[way]
          const code = await askForCode(instance.client().send, { type, pass: wanted, isCall })
          // Another method was chosen meanwhile, and it has sent no code.
          if ($method.get() !== chosen) return
          // Who is signed in reads the own address in full; before, it may have changed meanwhile.
          $method.set({
            way,
            sentTo: wanted.smsCodeKey === '' ? chosen.sentTo : code.sentTo,
            wasRefused: code.wasRefused,
          })
          $sent.set($sent.get() + 1)
          countDown.start(code.retryTime)
        } catch (error) {
          if ($method.get() === chosen) {
            countDown.start(waitOf(error) ?? 0)
            // The reply was lost, or the person signs in once more: that code still works.
            if (isEarly(error) && $sent.get() === 0) {
              $sent.set(1)
              return
            }
          }
          throw error
        }
      })
    },
    /** Verifies the typed code or password, or opens the window of the provider. */
    async submit(form: FormData) {
      const messages = instance.$messages.get()
      const { common } = messages
      const method = $method.get()
      const { way } = method
      if (way === 'provider') {
        const end = openWindow(instance, method.href)
        if (end === undefined)
          return formAction.setFieldError('window', messages.secondVerify.blocked)
        return formAction.run(async () => {
          const given = (await end)?.ticket
          if (typeof given === 'string' && $method.get() === method) pass(wanted, given)
        })
      }
      if (way === 'pwd_verify') {
        const password = formText(form, 'password')
        if (password === '') return formAction.setFieldError('password', common.needPassword)
        const isDone = await formAction.run(async () => {
          const proof = { password, ...references }
          pass(wanted, (await instance.client().send(verifyAccount, proof, optionsNow())).ticket)
        })
        // The server's text also mentions the account, for which there is no field here.
        return formAction.$formError.get()?.field === 'password'
          ? formAction.setFieldError('password', messages.secondVerify.wrong)
          : isDone
      }
      if (way === 'passkey_verify') {
        const { send } = instance.client()
        const purpose = wanted.smsCodeKey === '' ? 'step_up' : 'verify'
        return passkey.run(
          async (signal) =>
            getPasskey((await send(passkeyOptions, { purpose, ...references })).options, signal),
          async (credential) => {
            const proof = { credential, ...references }
            pass(wanted, (await send(verifyPasskey, proof, optionsNow())).ticket)
          },
        )
      }
      const typed = formText(form, 'code')
      if (isRecoverable && (way === 'totp_verify' || way === 'recovery_code_verify')) {
        // Either field takes either code.
        const [, recovery] = recoveryCode.validate(typed, { coerce: true })
        if (recovery !== undefined) {
          return formAction.run(async () => {
            const { send } = instance.client()
            const used = await enterRecoveryCode(send, recovery, wanted, optionsNow())
            ticket = used.ticket
            if (wanted.isSignIn) $codesLeft.set(used.codesLeft)
            else pass(wanted, ticket)
          })
        }
      }
      const code = readCode(typed)
      if (code === '' && way === 'recovery_code_verify') {
        return formAction.setFieldError('code', messages.secondVerify.needRecovery)
      }
      if (code === '') return formAction.setFieldError('code', common.needCode)
      if (way === 'totp_verify' || way === 'recovery_code_verify') {
        return formAction.run(async () => {
          const proof = { code, ...references }
          pass(wanted, (await instance.client().send(verifyTotp, proof, optionsNow())).ticket)
        })
      }
      return formAction.run(async () => {
        const proof = { type: addressCodeTypes[way], code, ...references }
        pass(wanted, (await instance.client().send(validateCode, proof, optionsNow())).ticket)
      })
    },
    /** The request for a passkey. */
    passkey,
    close,
    dispose() {
      passkey.stop()
      countDown.stop()
    },
  }
}
