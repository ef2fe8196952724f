import type { InvitationBlock } from '../store/invitation-repository.ts'
import type { Account, SecurityEvent } from '../store/schema/accounts.ts'
import type { Attempt } from '../store/schema/attempts.ts'
import {
  causeOf,
  causeOfAccount,
  causes,
  ofLogins,
  outerCauses,
  unfinished,
  type Cause,
} from './causes.ts'
import { traceMessages } from './messages/all-messages.ts'
import type { TraceView } from './trace-lines.ts'

/** Causes that are named at most. */
const MAX_NAMED = 3

/** What a trace found. */
interface Found {
  /** In the order of their time. */
  rows: readonly Attempt[]
  account: Account | undefined
  /** Messages that wait to be sent. */
  waiting: number
  /** Time of the last sign-in in the span. */
  signedInAt: number | undefined
  /** Whether the account has a session now. */
  isIn: boolean
  /** The last event that ended sessions of hers. */
  ending: SecurityEvent | undefined
  /** Organizations that may not invite her. */
  stopped: readonly InvitationBlock[]
}

/** Says why it failed, and what to tell the person. */
export function explain(found: Found, view: TraceView): { likely: string; tell: string } {
  const { ended, ending, likely, tell, nothing, since, noSignIn, stopped, unproved } =
    traceMessages[view.language]
  const { account, isIn, signedInAt } = found
  const own = found.rows.filter(({ id }) => !view.nearby.has(id))
  const isOver = signedInAt !== undefined && own.every(({ at }) => at <= signedInAt)
  // What may be of a neighbour explains something only where nothing of hers does.
  const rows = own.some((row) => causeOfRow(row, account, view) !== undefined) ? own : found.rows
  const asked = rows.find(({ logId }) => logId !== '' && logId === view.logId)
  const last = asked ?? rows.findLast(({ step }) => step !== 'message')
  const shown = last && causeOfRow(last, account, view)
  const named = strongest(causesOf({ ...found, rows }, view, isOver, last), shown)
  // Of one screen that was asked for, other mistakes of hers explain nothing.
  const ofScreen =
    asked && shown ? named.filter((one) => one === shown || outerCauses.has(one)) : named
  const [worst] = ofScreen.toSorted(byStrength)
  const refused = likely.join(named.map((cause) => likely.causes[cause]))
  const texts = [
    worst === undefined ? (isOver ? '' : nothing.likely) : refused,
    isOver
      ? (isIn ? since : ended.likely)(signedInAt)
      : signedInAt === undefined && account
        ? noSignIn
        : '',
    found.ending === undefined ? '' : ending.likely(found.ending),
    typeof account?.unverifiedEmail === 'string' ? unproved : '',
    found.stopped.length === 0 ? '' : stopped(found.stopped),
  ]
  const isEnded = found.ending !== undefined
  const open = isEnded ? ending.tell : isOver ? nothing.over : nothing.tell
  const toTell = isOver && !isIn ? ended.tell : open
  return {
    likely: texts.filter(Boolean).join(' '),
    tell: worst === undefined ? toTell : tell[worst],
  }
}

// In the order in which they first happened; `shown` is the row that is asked about.
function causesOf(
  { account, rows, waiting }: Found,
  view: Pick<TraceView, 'former' | 'subjects'>,
  isOver: boolean,
  shown: Attempt | undefined,
): Set<Cause> {
  const found = new Set<Cause>()
  const ofState = causeOfAccount(account)
  if (ofState !== undefined) found.add(ofState)
  for (const row of rows) {
    const cause = causeOfRow(row, account, view)
    if (cause === undefined) continue
    if (unfinished.has(cause) && (isOver || row !== shown)) continue
    found.add(cause)
  }
  // There is no code that came before.
  if (found.has('mail_refused') || found.has('mail_given_up')) found.delete('too_early')
  if (waiting > 0) found.add('mail_waits')
  return found
}

function causeOfRow(
  row: Attempt,
  account: Account | undefined,
  { former, subjects }: Pick<TraceView, 'former' | 'subjects'>,
): Cause | undefined {
  if (row.subject === '' || subjects.has(row.subject)) {
    const cause = causeOf(row, account)
    return cause && ofLogins.has(cause) && former.has(row.subject) ? 'former_address' : cause
  }
  if (subjects.size === 0) return undefined
  // Of another login in her browser only that it was tried says something about her.
  return row.step === 'message' || row.step === 'many' ? undefined : 'other_login'
}

// With what was shown last, or on the screen that was asked for.
function strongest(found: ReadonlySet<Cause>, shown: Cause | undefined): Cause[] {
  const others = [...found].filter((cause) => cause !== shown).toSorted(byStrength)
  const isShown = shown !== undefined && found.has(shown)
  const kept = new Set(others.slice(0, isShown ? MAX_NAMED - 1 : MAX_NAMED))
  return [...found].filter((cause) => cause === shown || kept.has(cause))
}

function byStrength(one: Cause, other: Cause): number {
  return causes.indexOf(one) - causes.indexOf(other)
}
