import { atom, type ReadableAtom } from 'nanostores'
import { sendCode, sendVoiceCode, validateCode } from '#protocol/web/codes.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { NetworkError } from '../client/errors.ts'
import type { SecondWay } from '../client/index.ts'
import type { Instance, TwoStepRequest } from '../instance.ts'
import { readCode } from '../read-code.ts'
import { codeErrorFields, isEarly } from './code-step.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { waitOf } from './form-error.ts'
import { createFormAction, type FormAction } from './form-action.ts'
import { openWindow } from './providers.ts'

export type { SecondWay } from '../client/index.ts'

/** Proof by a linked account, in a window of its own. */
export interface LinkedAccountWay {
  way: 'provider'
  /** Name of the provider. */
  title: string
  /** Name of the person there. */
  sentTo: string
  href: string
}

/** A way to prove the person before a step of the account. */
export type StepUpWay = SecondWay | LinkedAccountWay

/** Code types of a two-step verification. */
const types = { mobile_sms_verify: 22, email_code_verify: 11 } as const

/** Who waits for the proof; the ticket stands for it where no call is sent again. */
type Asker = Pick<TwoStepRequest, 'wanted' | 'scene' | 'pass' | 'close'>

/** Showing a second time that it is you. */
export interface TwoStepFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $method: ReadableAtom<StepUpWay>
  /** What was typed to sign in: password managers look for it beside a password. */
  readonly account: string
  /** How many codes were sent by the chosen method; none before the first. */
  $sent: ReadableAtom<number>
  /** Seconds until another code may be asked for. */
  $resendIn: ReadableAtom<number>
  choose(method: StepUpWay): void
  /** Sends a code by the chosen method, or has it read out in a call. */
  sendCode(isCall?: boolean): Promise<boolean>
  /** Checks the code or the password that was typed, or opens the window of the provider. */
  submit(form: FormData): Promise<boolean>
  close(): void
  dispose(): void
}

/**
 * Makes the two-step verification that one call asked for; or, where `wanted` names no call, a proof
 * of the person signed in for a step to come.
 */
export function createTwoStepFlow(
  instance: Instance,
  { wanted, scene, pass, close }: Asker,
  first: StepUpWay,
): TwoStepFlow {
  const $method = atom<StepUpWay>(first)
  const $sent = atom(0)
  const formAction = createFormAction(instance, { ...codeErrorFields, password_error: 'password' })
  const countDown = createCountDown()
  // Asked for a code without an answer: one may have been sent all the same.
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
      if (way === 'pwd_verify' || way === 'provider' || countDown.$left.get() > 0)
        return Promise.resolve(false)
      return formAction.run(async (signal) => {
        try {
          const reply = await instance
            .client()
            .send(
              isCall ? sendVoiceCode : sendCode,
              { type: types[way], ...references },
              { signal },
            )
          // The code went the other way, and this one has sent none yet.
          if ($method.get() !== chosen) return
          // The account may have another address than it had when the ways were listed.
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
        // The server's sentence also speaks of the account, for which there is no field here.
        return formAction.$formError.get()?.field === 'password'
          ? formAction.setFieldError('password', messages.secondVerify.wrong)
          : isDone
      }
      const code = readCode(formText(form, 'code'))
      if (code === '') return formAction.setFieldError('code', common.needCode)
      return formAction.run(async (signal) => {
        const proof = { type: types[way], code, ...references }
        const options = { signal, ...forScene }
        pass(wanted, (await instance.client().send(validateCode, proof, options)).ticket)
      })
    },
    close,
    dispose: () => countDown.stop(),
  }
}
