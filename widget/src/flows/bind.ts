import { atom, type ReadableAtom } from 'nanostores'
import type { Channel } from '#protocol/code-types.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { NetworkError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { readAddress } from './address.ts'
import { moveAddress, removeAddress, setAddress } from './bind-calls.ts'
import { readCode } from '../read-code.ts'
import { isEarly } from './code-step.ts'
import { createCountDown } from './count-down.ts'
import { formText } from './form-text.ts'
import { createAccountAction, isRejection, type AccountStore } from './account-store.ts'
import { beginStepUp, stepUpMethods, type StepUp } from './step-up.ts'
import { waitOf } from './form-error.ts'
import type { FormAction } from './form-action.ts'

/** What is to happen to an address of the account. */
export interface BindPlan {
  does: 'add' | 'change' | 'remove'
  channel: Channel
  /** The address it has now, as it is shown; empty where there is none. */
  present: string
}

/** How far that has come. */
export type BindStep =
  /** What was done, or what was begun and given up. */
  | { at: 'list'; done?: BindPlan; left?: BindPlan }
  /** Says what removing means. */
  | { at: 'remove'; plan: BindPlan }
  /** The person shows that the account is theirs. */
  | { at: 'proof'; plan: BindPlan; proof: StepUp }
  /** The new address is asked for. */
  | { at: 'address'; plan: BindPlan }
  /** A code to the new address shows that it is theirs. */
  | { at: 'code'; plan: BindPlan; address: string; sentTo: string; sent: number }
  /** Another account has the address; `key` moves it here. */
  | { at: 'move'; plan: BindPlan; key: string; address: string }
  /** The account has no method left for a step-up but signing in again. */
  | { at: 'sign-in-again'; plan: BindPlan }

/** Adding, replacing and removing the addresses of an account. */
export interface BindFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $step: ReadableAtom<BindStep>
  /** Seconds until another code may be asked for. */
  $resendIn: ReadableAtom<number>
  begin(plan: BindPlan): void
  /** What the form of the present step asks for. */
  submit(form: FormData): Promise<boolean>
  resend(): Promise<boolean>
  /** Back to ask for another address. */
  restart(): void
  close(): void
  prepare(): void
  dispose(): void
}

/** Makes it for one element or page. */
export function createBindFlow(instance: Instance, account: AccountStore): BindFlow {
  const $step = atom<BindStep>({ at: 'list' })
  const countDown = createCountDown()
  const formAction = createAccountAction(instance, account, {
    email_error: 'email',
    mobile_error: 'mobile',
    code_missing: 'code',
    code_error: 'code',
    code_expired: 'code',
  })
  let ticket = ''
  let signsOutOthers = false
  /** Asked for a code to it without an answer: one may have been sent all the same. */
  let unanswered = ''

  function go(step: BindStep): void {
    const before = $step.get()
    if (before.at === 'proof') before.proof.flow.dispose()
    formAction.clear()
    countDown.stop()
    $step.set(step)
  }

  function prove(plan: BindPlan): void {
    const state = account.$state.get()
    if (state.step !== 'ready') return
    const all = stepUpMethods(state.user, plan.channel)
    // A password would be enough to take over what resets it, so the server wants a code here.
    const methods = plan.does === 'change' ? all.filter(({ way }) => way !== 'pwd_verify') : all
    const proof = beginStepUp(instance, methods, {
      onProved(proved) {
        ticket = proved
        go({ at: plan.does === 'change' ? 'address' : 'remove', plan })
        if (plan.does === 'remove') void remove(plan)
      },
      onClose: close,
    })
    go(proof === undefined ? { at: 'sign-in-again', plan } : { at: 'proof', plan, proof })
  }

  async function finish(plan: BindPlan): Promise<void> {
    go({ at: 'list', done: plan })
    const what = plan.channel
    instance.changed({ what, did: plan.does === 'remove' ? 'removed' : 'set' })
    await account.load()
  }

  function close(): void {
    const step = $step.get()
    ticket = ''
    signsOutOthers = false
    go({ at: 'list', ...('plan' in step && { left: step.plan }) })
  }

  function remove(plan: BindPlan): Promise<boolean> {
    return formAction.run(async (signal) => {
      const call = { ticket, sign_out_others: signsOutOthers ? 1 : 0 } as const
      await removeAddress(instance.client(), plan, call, { signal })
      await finish(plan)
    })
  }

  async function sendTo(plan: BindPlan, address: string, sent: number): Promise<boolean> {
    const before = $step.get()
    return await formAction.run(async (signal) => {
      const purpose = plan.does === 'change' ? 'change' : 'bind'
      try {
        const reply = await instance.client().send(
          sendCode,
          {
            ...(plan.channel === 'email' ? { email: address } : { mobile: address }),
            type: preferredType[purpose][plan.channel],
          },
          { signal },
        )
        // Given up meanwhile, or another address is wanted.
        if ($step.get() !== before) return
        const sentTo = reply[plan.channel] ?? address
        $step.set({ at: 'code', plan, address, sentTo, sent: sent + 1 })
        countDown.start(reply.retry_time)
      } catch (error) {
        if ($step.get() === before) {
          countDown.start(waitOf(error) ?? 0)
          if (error instanceof NetworkError) unanswered = address
          else if (isEarly(error) && unanswered === address && sent === 0) {
            $step.set({ at: 'code', plan, address, sentTo: address, sent: 1 })
          }
        }
        throw error
      }
    })
  }

  function submitAddress(plan: BindPlan, form: FormData): Promise<boolean> {
    const messages = instance.$messages.get()
    const { common } = messages
    const { channel } = plan
    // The field for numbers also tells the whole one, with its country.
    const typed = (channel === 'mobile' && formText(form, 'number')) || formText(form, channel)
    const read = readAddress(typed, common)
    if ('wrong' in read || read.channel !== channel) {
      const need = channel === 'mobile' ? common.needMobile : messages.bind.needEmail
      return Promise.resolve(formAction.setFieldError(channel, need))
    }
    return sendTo(plan, read.value, 0)
  }

  function submitCode(
    { plan, address }: Extract<BindStep, { at: 'code' }>,
    form: FormData,
  ): Promise<boolean> {
    const code = readCode(formText(form, 'code'))
    if (code === '') {
      return Promise.resolve(
        formAction.setFieldError('code', instance.$messages.get().common.needCode),
      )
    }
    const call = { ticket, code, sign_out_others: form.has('sign_out_others') ? 1 : 0 } as const
    return formAction.run(async (signal) => {
      try {
        await setAddress(instance.client(), plan, address, call, { signal })
      } catch (error) {
        const key = isRejection(error, 'mobile_bound_need_jump')
          ? error.data.profile_key
          : undefined
        if (typeof key === 'string') {
          go({ at: 'move', plan, key, address })
          return
        }
        // The proof has run out while the code was on its way: it is asked for again.
        if (plan.does === 'change' && isRejection(error, 'ticket_expired')) prove(plan)
        throw error
      }
      await finish(plan)
    })
  }

  function submitMove({ plan, key }: Extract<BindStep, { at: 'move' }>): Promise<boolean> {
    return formAction.run(async (signal) => {
      await moveAddress(instance.client(), plan, key, { signal })
      await finish(plan)
    })
  }

  return {
    $step,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    $resendIn: countDown.$left,
    begin(plan) {
      ticket = ''
      if (plan.does === 'add') go({ at: 'address', plan })
      else if (plan.does === 'remove') go({ at: 'remove', plan })
      else prove(plan)
    },
    submit(form) {
      const step = $step.get()
      switch (step.at) {
        case 'remove':
          signsOutOthers = form.has('sign_out_others')
          prove(step.plan)
          return Promise.resolve(true)
        case 'address':
          return submitAddress(step.plan, form)
        case 'code':
          return submitCode(step, form)
        case 'move':
          return submitMove(step)
        case 'list':
        case 'proof':
        case 'sign-in-again':
          return Promise.resolve(false)
      }
    },
    resend() {
      const step = $step.get()
      return step.at === 'code' && countDown.$left.get() === 0
        ? sendTo(step.plan, step.address, step.sent)
        : Promise.resolve(false)
    },
    restart() {
      const step = $step.get()
      if (step.at === 'code' || step.at === 'move') go({ at: 'address', plan: step.plan })
    },
    close,
    prepare() {
      void instance.client().warmUp()
    },
    dispose() {
      const step = $step.get()
      if (step.at === 'proof') step.proof.flow.dispose()
      countDown.stop()
    },
  }
}
