import type { SiteLanguage } from '#protocol/languages.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Attempt } from '../store/schema/attempts.ts'
import { causeOf, causeOfAccount, causes, unfinished, type Cause } from './causes.ts'
import { traceMessages } from './messages/all-messages.ts'

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
}

/** Says why it failed, and what to tell the person. */
export function explain(
  found: Found,
  { language, subjects }: { language: SiteLanguage; subjects: ReadonlySet<string> },
): { likely: string; tell: string } {
  const { likely, tell, nothing, since, noSignIn, unproved } = traceMessages[language]
  const { account, rows, signedInAt } = found
  const isOver = signedInAt !== undefined && rows.every(({ at }) => at <= signedInAt)
  const named = strongest(causesOf(found, subjects, isOver))
  const [worst] = named.toSorted(byStrength)
  const refused = likely.join(named.map((cause) => likely.causes[cause]))
  const texts = [
    worst === undefined ? (isOver ? '' : nothing.likely) : refused,
    isOver ? since(signedInAt) : signedInAt === undefined && account ? noSignIn : '',
    typeof account?.unverifiedEmail === 'string' ? unproved : '',
  ]
  const toTell = isOver ? nothing.over : nothing.tell
  return {
    likely: texts.filter(Boolean).join(' '),
    tell: worst === undefined ? toTell : tell[worst],
  }
}

// In the order in which they first happened.
function causesOf(
  { account, rows, waiting }: Found,
  subjects: ReadonlySet<string>,
  isOver: boolean,
): Set<Cause> {
  const found = new Set<Cause>()
  const ofState = causeOfAccount(account)
  if (ofState !== undefined) found.add(ofState)
  const last = rows.findLast(({ step }) => step !== 'message')
  for (const row of rows) {
    const isOwn = row.subject === '' || subjects.has(row.subject)
    const cause = isOwn ? causeOf(row, account) : causeOfOther(row)
    if (cause === undefined) continue
    if (unfinished.has(cause) && (isOver || row !== last)) continue
    found.add(cause)
  }
  if (waiting > 0) found.add('mail_waits')
  return found
}

// Of another login in her browser only that it was tried says something about her.
function causeOfOther({ step }: Attempt): Cause | undefined {
  return step === 'message' || step === 'many' ? undefined : 'other_login'
}

function strongest(found: ReadonlySet<Cause>): Cause[] {
  const kept = new Set([...found].toSorted(byStrength).slice(0, MAX_NAMED))
  return [...found].filter((cause) => kept.has(cause))
}

function byStrength(one: Cause, other: Cause): number {
  return causes.indexOf(one) - causes.indexOf(other)
}
