import { atom, type ReadableAtom } from 'nanostores'
import { clientErrors } from '#protocol/client-errors.ts'
import type { AccountEvents, PassportFailure } from '../../base/events.ts'
import type { Instance } from '../../base/instance.ts'
import type { StartView } from '../../base/settings.ts'
import type { Messages } from '../../messages/messages.ts'
import { joinSentences } from '../../ui/flows/join-sentences.ts'
import { createNoticeStore, type NoticeStore } from '../../ui/flows/notice.ts'
import type { Asker, Question } from '../../ui/flows/question.ts'
import { createAccountStore, showing, type AccountStore } from './account-store.ts'
import type { AccountPlace } from './sections.ts'

/** What the sections of one `<passport-account>` share. */
export interface AccountRoom extends Asker, NoticeStore {
  account: AccountStore
  /** The page that is shown. */
  $place: ReadableAtom<AccountPlace>
  /** Asks the embedding page, and shows the place unless that prevents it. */
  go(place: AccountPlace): void
  /** Shows a place that the attribute names. */
  show(place: AccountPlace): void
  $question: ReadableAtom<Question | undefined>
  /** The sign-in screen that is shown in place of the account, if any. */
  $signIn: ReadableAtom<StartView | undefined>
  signIn(view: StartView | undefined): void
  /** Time at which the account is deleted, in Unix seconds, once that is scheduled. */
  $cancelAt: ReadableAtom<number | undefined>
  close(cancelAt: number): void
}

/** Dispatches an event; false when the embedding page prevented its default. */
export type Emit = <Name extends keyof AccountEvents>(
  name: Name,
  detail: AccountEvents[Name],
) => boolean

export function createAccountRoom(
  instance: Instance,
  emit: Emit,
  first: AccountPlace,
): AccountRoom {
  const notices = createNoticeStore()
  const $place = atom(first)
  const $question = atom<Question | undefined>()
  const $signIn = atom<StartView | undefined>()
  const $cancelAt = atom<number | undefined>()
  let known: string | undefined

  const account = createAccountStore(instance, (user) => {
    // Each reply tells who it is; only what has changed is news.
    const now = JSON.stringify(user ?? null)
    if (now !== known) instance.tellSession(user)
    known = now
  })

  return {
    instance: showing(account.$state, instance),
    account,
    ...notices,
    showNotice(text, kind = 'done') {
      if (text === '' || emit('passport-notice', { kind, text })) notices.showNotice(text, kind)
    },
    $place,
    go(place) {
      const { page: view, section } = place
      if (emit('passport-view', { view, ...(section && { section }) })) $place.set(place)
    },
    show: (place) => $place.set(place),
    $question,
    ask: (question) => $question.set(question),
    $signIn,
    signIn(view) {
      $signIn.set(view)
      $cancelAt.set(undefined)
    },
    $cancelAt,
    close: (cancelAt) => $cancelAt.set(cancelAt),
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
