import { atom } from 'nanostores'
import { clientErrors } from '#protocol/client-errors.ts'
import type { AccountEvents, NoticeKind, PassportFailure } from '../../base/events.ts'
import type { Instance } from '../../base/instance.ts'
import type { StartView } from '../../base/settings.ts'
import type { Messages } from '../../messages/messages.ts'
import { joinSentences } from '../../ui/flows/join-sentences.ts'
import { createNoticeStore } from '../../ui/flows/notice.ts'
import type { Question } from '../../ui/flows/question.ts'
import { createAccountStore, showing, type AccountStore } from './account-store.ts'
import type { AccountPlace } from './sections.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** What the sections of one `<passport-account>` share. */
export type AccountRoom = MadeBy<typeof createAccountRoom>

/** Dispatches an event; false when the embedding page prevented its default. */
export type Emit = <Name extends keyof AccountEvents>(
  name: Name,
  detail: AccountEvents[Name],
) => boolean

export function createAccountRoom(instance: Instance, emit: Emit, first: AccountPlace) {
  const notices = createNoticeStore()
  const $place = atom(first)
  const $question = atom<Question | undefined>()
  const $signIn = atom<StartView | undefined>()
  const $cancelAt = atom<number | undefined>()
  let known: string | undefined

  const account: AccountStore = createAccountStore(instance, (user) => {
    // Each reply tells who it is; only what has changed is news.
    const now = JSON.stringify(user ?? null)
    if (now !== known) instance.tellSession(user)
    known = now
  })

  return {
    instance: showing(account.$state, instance),
    account,
    ...notices,
    showNotice(text: string, kind: NoticeKind = 'done') {
      if (text === '' || emit('passport-notice', { kind, text })) notices.showNotice(text, kind)
    },
    /** The page that is shown. */
    $place,
    /** Asks the embedding page, and shows the place unless that prevents it. */
    go(place: AccountPlace) {
      const { page: view, section } = place
      if (emit('passport-view', { view, ...(section && { section }) })) $place.set(place)
    },
    /** Shows a place that the attribute names. */
    show: (place: AccountPlace) => $place.set(place),
    $question,
    ask: (question: Question | undefined) => $question.set(question),
    /** The sign-in screen that is shown in place of the account, if any. */
    $signIn,
    signIn(view: StartView | undefined) {
      $signIn.set(view)
      $cancelAt.set(undefined)
    },
    /** Time at which the account is deleted, in Unix seconds, once that is scheduled. */
    $cancelAt,
    close: (cancelAt: number) => $cancelAt.set(cancelAt),
  }
}

/** Returns what a notice says about a failed call; undefined where the screen itself says it. */
export function noticeOf(failure: PassportFailure, { common }: Messages): string | undefined {
  if (failure.reason === 'internal') return common.broken
  // Attributes are for the page's developer; what the sign-in says, it says itself.
  if (failure.reason !== 'call') return undefined
  const { name, message, logId, field } = failure
  if (name === 'session_expired' || field !== undefined) return undefined
  if (name === clientErrors.timeout) return common.slow
  if (name === clientErrors.unreachable) return common.offline
  if (name === clientErrors.requestFailed || message === '') return common.broken
  return name === 'server_error' && logId
    ? joinSentences(common, message, common.reference(logId))
    : message
}
