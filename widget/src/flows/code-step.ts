import { atom, type ReadableAtom } from 'nanostores'
import type { Purpose } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { sendCode } from '#protocol/web/codes.ts'
import type { Instance } from '../instance.ts'
import { readAddress, type Address } from './address.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { waitOf, type Blame } from './problem.ts'
import type { Task } from './task.ts'

/** Either an address is asked for, or a code is on its way to it. */
export type CodeState =
  | { step: 'address' }
  | {
      step: 'code'
      address: Address
      /** The address as the server writes it, masked. */
      sentTo: string
      /** Counts the codes sent to this address. */
      sent: number
    }

/** Sends codes to an address and knows when the next may be asked for. */
export interface CodeStep {
  $state: ReadableAtom<CodeState>
  /** Whether a field for mobile numbers stands in place of the one for any address. */
  $isMobile: ReadableAtom<boolean>
  useMobile(isMobile: boolean): void
  /** Seconds until another code may be sent; 0 when it may. */
  $resendIn: ReadableAtom<number>
  /** Sends a code to what was typed as an address or a number. */
  send(form: FormData): Promise<boolean>
  resend(): Promise<boolean>
  /** Goes back to ask for another address. */
  restart(): void
  dispose(): void
}

/** Fields to blame for refused addresses and codes; a form has one field for both kinds of address. */
export const codeBlame = {
  email_error: 'email',
  mobile_error: 'email',
  code_missing: 'code',
  code_error: 'code',
  code_expired: 'code',
} as const satisfies Blame

/** Makes the step that comes before every use of a code. */
export function createCodeStep(instance: Instance, purpose: Purpose, task: Task): CodeStep {
  const $state = atom<CodeState>({ step: 'address' })
  const $isMobile = atom(false)
  const countDown = createCountDown()

  async function sendTo(address: Address): Promise<boolean> {
    const before = $state.get()
    return task.run(async (signal) => {
      try {
        const reply = await instance.client().send(
          sendCode,
          {
            ...(address.channel === 'email' ? { email: address.value } : { mobile: address.value }),
            type: preferredType[purpose][address.channel],
          },
          { signal },
        )
        const sentTo = reply[address.channel] ?? address.value
        const sent = before.step === 'code' ? before.sent + 1 : 1
        $state.set({ step: 'code', address, sentTo, sent })
        countDown.start(reply.retry_time)
      } catch (error) {
        const wait = waitOf(error)
        if (before.step === 'code' && wait !== undefined) countDown.start(wait)
        throw error
      }
    })
  }

  return {
    $state,
    $isMobile,
    useMobile(isMobile) {
      task.clear()
      $isMobile.set(isMobile)
    },
    $resendIn: countDown.$left,
    async send(form) {
      const { messages } = instance.$texts.get()
      if (form.has('mobile')) {
        const number = formText(form, 'number')
        return number === ''
          ? task.blame('email', messages.needMobile)
          : sendTo({ channel: 'mobile', value: number })
      }
      const address = readAddress(formText(form, 'email'), messages)
      if ('value' in address) return sendTo(address)
      // Digits alone: then the country is what is missing, and that field asks for it.
      if (address.isNumber) $isMobile.set(true)
      return task.blame('email', address.wrong)
    },
    async resend() {
      const state = $state.get()
      return state.step === 'code' && countDown.$left.get() === 0 ? sendTo(state.address) : false
    },
    restart() {
      countDown.stop()
      task.clear()
      $state.set({ step: 'address' })
    },
    dispose: () => countDown.stop(),
  }
}

/** The digits of what was typed or pasted as a code, also out of "Your code is 123 456". */
export function readCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '')
}
