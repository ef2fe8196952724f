import { atom, type ReadableAtom } from 'nanostores'
import { addressCodeTypes, isAddressCode } from '#protocol/sign-in-methods.ts'
import { sendCode, sendVoiceCode, validateCode } from '#protocol/web/codes.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { NetworkError } from '../client/errors.ts'
import type { TwoStepMethod } from '../client/index.ts'
import type { Instance, TwoStepRequest } from '../instance.ts'
import { readCode } from '../read-code.ts'
import { codeErrorFields, isEarly } from './code-step.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { waitOf } from './form-error.ts'
import { createFormAction, type FormAction } from './form-action.ts'
import { openWindow } from './providers.ts'

export type { TwoStepMethod } from '../client/index.ts'

/** Proof by a linked account, in a window of the provider. */
export interface LinkedAccountMethod {
  way: 'provider'
  /** Name of the provider. */
  title: string
  /** Name of the person there. */
  sentTo: string
  href: string
}

/** A method for a step-up. */
export type StepUpMethod = TwoStepMethod | LinkedAccountMethod

type Request = Pick<TwoStepRequest, 'wanted' | 'scene' | 'pass' | 'close'>

/** Proves a person by a second method. */
export interface TwoStepFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $method: ReadableAtom<StepUpMethod>
  /** Identifier typed at sign-in, for password managers. */
  readonly account: string
  /** Number of codes sent by the chosen method. */
  $sent: ReadableAtom<number>
  /** Seconds until another code may be asked for. */
  $resendIn: ReadableAtom<number>
  choose(method: StepUpMethod): void
  /** Sends a code by the chosen method, or has it read out in a call. */
  sendCode(isCall?: boolean): Promise<boolean>
  /** Verifies the typed code or password, or opens the window of the provider. */
  submit(form: FormData): Promise<boolean>
  close(): void
  dispose(): void
}

/** Makes the verification for a rejected call, or without references a step-up for a later one. */
export function createTwoStepFlow(
  instance: Instance,
  { wanted, scene, pass, close }: Request,
  first: StepUpMethod,
): TwoStepFlow {
  const $method = atom<StepUpMethod>(first)
  const $sent = atom(0)
  const formAction = createFormAction(instance, { ...codeErrorFields, password_error: 'password' })
  const countDown = createCountDown()
  // Whether a request for a code got no reply; a code may have been sent.
  let isUnanswered = false
  const { smsCodeKey, verifyTicket } = wanted
  const references =
    smsCodeKey === '' ? {} : { sms_code_key: smsCodeKey, verify_ticket: verifyTicket }
  const forScene = scene === undefined ? {} : { scene }

  return {
    $method,
    account: instance.typedAddress(),
    $sent,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    $resendIn: countDown.$left,
    choose(method) {
      if (method === $method.get()) return
      formAction.clear()
      countDown.stop()
      isUnanswered = false
      $sent.set(0)
      $method.set(method)
    },
    sendCode(isCall = false) {
      const chosen = $method.get()
      const { way } = chosen
      if (!isAddressCode(way) || countDown.$left.get() > 0) return Promise.resolve(false)
      return formAction.run(async (signal) => {
        try {
          const reply = await instance
            .client()
            .send(
              isCall ? sendVoiceCode : sendCode,
              { type: addressCodeTypes[way], ...references },
              { signal },
            )
          // Another method was chosen meanwhile, and it has sent no code.
          if ($method.get() !== chosen) return
          // The address may have changed since the methods were listed.
          $method.set({ way, sentTo: reply.email ?? reply.mobile ?? '' })
          $sent.set($sent.get() + 1)
          countDown.start(reply.retry_time)
        } catch (error) {
          if ($method.get() === chosen) {
            countDown.start(waitOf(error) ?? 0)
            if (error instanceof NetworkError) isUnanswered = true
            else if (isEarly(error) && isUnanswered) $sent.set($sent.get() || 1)
          }
          throw error
        }
      })
    },
    async submit(form) {
      const messages = instance.$messages.get()
      const { common } = messages
      const method = $method.get()
      const { way } = method
      if (way === 'provider') {
        const end = openWindow(instance, method.href)
        if (end === undefined)
          return formAction.setFieldError('window', messages.secondVerify.blocked)
        return formAction.run(async () => {
          const ticket = (await end)?.ticket
          if (typeof ticket === 'string' && $method.get() === method) pass(wanted, ticket)
        })
      }
      if (way === 'pwd_verify') {
        const password = formText(form, 'password')
        if (password === '') return formAction.setFieldError('password', common.needPassword)
        const isDone = await formAction.run(async (signal) => {
          const proof = { password, ...references }
          const options = { signal, ...forScene }
          pass(wanted, (await instance.client().send(verifyAccount, proof, options)).ticket)
        })
        // The server's text also mentions the account, for which there is no field here.
        return formAction.$formError.get()?.field === 'password'
          ? formAction.setFieldError('password', messages.secondVerify.wrong)
          : isDone
      }
      const code = readCode(formText(form, 'code'))
      if (code === '') return formAction.setFieldError('code', common.needCode)
      return formAction.run(async (signal) => {
        const proof = { type: addressCodeTypes[way], code, ...references }
        const options = { signal, ...forScene }
        pass(wanted, (await instance.client().send(validateCode, proof, options)).ticket)
      })
    },
    close,
    dispose: () => countDown.stop(),
  }
}
