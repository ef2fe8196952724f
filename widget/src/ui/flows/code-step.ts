import { atom } from 'nanostores'
import type { Purpose } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { askForCode } from '../../client/calls/codes.ts'
import { wasNotSent } from '../../client/calls/rejection.ts'
import { isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import type { Address } from '../../client/calls/address.ts'
import { readAddress } from './address.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { keptCodeStep } from './kept-code-step.ts'
import { waitOf, type ErrorFields } from './form-error.ts'
import type { FormAction } from './form-action.ts'
import type { MadeBy } from './made-by.ts'

/** Either an address is asked for, or a code is on its way to it. */
export type CodeState =
  | { step: 'address' }
  | {
      step: 'code'
      address: Address
      /** The address as the person wrote it. */
      sentTo: string
      /** Counts the codes sent to this address. */
      sent: number
      /** Whether the last mail to it was refused. */
      wasRefused?: boolean
      /** Whether the last one is read out in a call. */
      isCall: boolean
    }

/** Sends codes to an address and knows when the next may be asked for. */
export type CodeStep = MadeBy<typeof createCodeStep>

/** Fields of errors about addresses and codes; a form has one field for both kinds of address. */
export const codeErrorFields = {
  email_error: 'email',
  mobile_error: 'email',
  code_missing: 'code',
  code_error: 'code',
  code_expired: 'code',
  code_superseded: 'code',
} as const satisfies ErrorFields

/** The step before a code: sends it and counts down to the next one. */
export function createCodeStep(instance: Instance, purpose: Purpose, formAction: FormAction) {
  const $state = atom<CodeState>({ step: 'address' })
  const $isMobile = atom(false)
  const countDown = createCountDown()
  const kept = keptCodeStep(instance, purpose)

  function go(
    address: Address,
    sent: { sent: number; isCall: boolean; wasRefused?: boolean },
    wait: number,
  ): void {
    $state.set({
      step: 'code',
      address,
      sentTo: address.shown ?? address.value,
      ...sent,
    })
    countDown.start(wait)
    kept.keep(address, wait)
  }

  async function sendTo(address: Address, isCall = false): Promise<boolean> {
    const before = $state.get()
    return formAction.run(async () => {
      try {
        const type = preferredType[purpose][address.channel]
        const code = await askForCode(instance.client().send, { address, type, isCall })
        // The person may have gone back meanwhile to type another address.
        if ($state.get() !== before) return
        const sent = before.step === 'code' ? before.sent + 1 : 1
        go(address, { sent, isCall, wasRefused: code.wasRefused }, code.retryTime)
      } catch (error) {
        const wait = waitOf(error)
        // A code that was sent a moment ago still works; the field reveals nothing about the account.
        if (isEarly(error) && $state.get() === before && before.step === 'address') {
          go(address, { sent: 1, isCall }, wait ?? 0)
          return
        }
        if ($state.get().step === 'code' && wait !== undefined) countDown.start(wait)
        throw error
      }
    })
  }

  async function again(isCall: boolean): Promise<boolean> {
    const state = $state.get()
    const mayNot = state.step === 'address' || countDown.$left.get() > 0
    return mayNot ? false : sendTo(state.address, isCall)
  }

  // An answer on its way to a state that is gone is not shown.
  function reset(): void {
    countDown.stop()
    $state.set({ step: 'address' })
  }

  return {
    $state,
    /** Whether a field for mobile numbers stands in place of the one for any address. */
    $isMobile,
    setMobile(isMobile: boolean) {
      formAction.clear()
      $isMobile.set(isMobile)
    },
    /** Seconds until another code may be sent; 0 when it may. */
    $resendIn: countDown.$left,
    /** Sends a code to what was typed as an address or a number. */
    async send(form: FormData) {
      const { common } = instance.$messages.get()
      if (form.has('mobile')) {
        const number = formText(form, 'number')
        return number === ''
          ? formAction.setFieldError('email', common.needMobile)
          : sendTo({ channel: 'mobile', value: number, shown: formText(form, 'shown') || number })
      }
      const address = readAddress(formText(form, 'email'), common)
      if ('value' in address) return sendTo(address)
      // Digits alone may be a number without its country, which the mobile field asks for.
      if (address.isNumber) $isMobile.set(true)
      return formAction.setFieldError('email', address.wrong)
    },
    sendTo: (address: Address) => sendTo(address),
    resend: () => again(false),
    /** Has a code read out in a call, to who waits in vain for a text. */
    call: () => again(true),
    /** Goes back to ask for another address. */
    restart() {
      formAction.clear()
      kept.forget()
      reset()
    },
    /** Goes on where the page was when it was loaded again; false where there is nothing to go on with. */
    resume() {
      const before = $state.get().step === 'address' ? kept.read() : undefined
      if (before !== undefined) go(before.address, { sent: 1, isCall: false }, before.wait)
      return before !== undefined
    },
    /** The code was used: the page begins anew when it is loaded again. */
    finish: kept.forget,
    dispose: reset,
  }
}

/** Whether a code was asked for so soon after another that the first one still works. */
export function isEarly(error: unknown): boolean {
  return isRejection(error, 'code_frequency') && !wasNotSent(error)
}
