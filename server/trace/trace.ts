import type { SiteLanguage } from '#protocol/languages.ts'
import { isNationalNumber, toLogin } from '../accounts/logins.ts'
import { isActor } from '../calls/operator-source.ts'
import { timeOfLogId } from '../http/log-id.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { PassportError } from '../lib/passport-error.ts'
import { findAccount } from '../accounts/find-account.ts'
import type { AttemptSpan } from '../store/attempt-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Account, SecurityEvent } from '../store/schema/accounts.ts'
import type { Attempt } from '../store/schema/attempts.ts'
import { errorsBeforeLogin } from './causes.ts'
import { accountOfSubject, textsOf } from './find-subjects.ts'
import { explain } from './likely.ts'
import { lineOfAttempt, lineOfEvent, lineOfWaiting } from './trace-lines.ts'
import type { Services } from '../services/services.ts'

/** What signs somebody out elsewhere. */
const endings: ReadonlySet<SecurityEvent['kind']> = new Set([
  'signed_out_everywhere',
  'session_revoked',
  'password_changed',
  'password_reset',
  'password_ended',
  'recovery_done',
  'closing_started',
  'account_frozen',
  'banned',
])

/** Rows of one kind that a trace shows at most. */
const MAX_ROWS = 200
const MAX_BROWSERS = 20
/** Sessions and events whose networks are looked at. */
const MAX_NETWORKS = 20
const HOURS_AROUND = 2
const HOURS_BEFORE_NOW = 24

/** Whose sign-in, and when. */
export interface TraceQuestion {
  /** Account id, address, number, username, or log id. */
  who: string
  /** About when; undefined for until now, and for the time of a log id. */
  at: number | undefined
  /** How long a time, of which half lies after `at`; by default 2, or the last 24. */
  hours: number | undefined
  language: SiteLanguage
}

/** What was tried, and why it failed; no account where none has the login. */
export type Trace = Awaited<ReturnType<typeof traceOf>>

/**
 * Tells what somebody tried, what was refused and why, and what became of messages.
 * @throws OperatorError for an unknown account id or log id, or what is no login
 */
export async function traceOf(services: Services, question: TraceQuestion) {
  const { attempts, clock, events, outbox } = services
  const { language } = question
  const asked = await findAsked(services, question)
  const span = spanOf(question, asked.at, clock())
  const own = await attempts.of('subject', asked.subjects, span, MAX_ROWS)
  const { account } = asked
  const known = account === undefined ? [] : await services.trustedDevices.browsersOf(account.id)
  const browsers = new Set([
    ...asked.rows.map(({ browser }) => browser),
    ...own.map(({ browser }) => browser),
    ...known.map(attempts.browserOf),
  ])
  browsers.delete('')
  const beside = await attempts.of('browser', [...browsers].slice(0, MAX_BROWSERS), span, MAX_ROWS)
  const { networks, isIn } = await accessOf(services, account)
  const errors = errorsBeforeLogin
  const near = (await attempts.ofNetworks(networks, errors, span, MAX_ROWS)).filter(
    ({ browser }) => !browsers.has(browser),
  )
  const rows = inOrder([...asked.rows, ...own, ...beside, ...near])
  const filter = { accountId: account?.id, since: span.from, until: span.until }
  const happened = account === undefined ? [] : await events.latest(filter, MAX_ROWS)
  const waiting = await outbox.waitingFor(asked.texts)
  const { logId } = asked
  const former = new Set(asked.former)
  const nearby = new Set(near.map(({ id }) => id))
  const view = { language, subjects: new Set(asked.subjects), former, nearby, logId }
  const labels = labelBrowsers(rows)
  const lines = [
    ...rows.map((row) => lineOfAttempt(row, view, labels)),
    // The newest come first, and those of one call have one time.
    ...happened.toReversed().map((event) => lineOfEvent(event, language)),
    ...waiting.map((message) => lineOfWaiting(message, language)),
  ].toSorted((one, other) => one.at - other.at)
  const found = {
    rows,
    account,
    waiting: waiting.length,
    signedInAt: lastSignIn(happened),
    isIn,
    ending: happened.find(({ kind }) => endings.has(kind)),
    stopped: await services.invitations.blocksOf(asked.texts, clock()),
  }
  const shown = account && { id: account.id, state: account.state }
  const hasLogin = asked.subjects.length > 0
  return { ...span, account: shown, hasLogin, lines, ...explain(found, view) }
}

/**
 * Finds whose logins are asked for: those of the account, or what was asked; `former` are hashes of those that
 * the account had lately. `rows` are those of the log id, which may name neither login nor browser.
 */
async function findAsked(services: Services, question: TraceQuestion) {
  const { attempts } = services
  const { at } = question
  const who = question.who.trim()
  // Screens write a word before it, which people copy.
  const logId = /^[^@]*\b(\d{14}[\dA-F]{20})\b[^@]*$/.exec(who.toUpperCase())?.[1]
  if (logId !== undefined) {
    const began = timeOfLogId(logId)
    const rows = Number.isNaN(began) ? [] : await attempts.byLogId(logId, began)
    const [first] = rows
    if (first === undefined) {
      throw new OperatorError('unknown', 'logId', services.config.ATTEMPTS_KEPT_DAYS)
    }
    const subject = rows.find((row) => row.subject !== '')?.subject ?? ''
    const account = await accountOfSubject(services, subject)
    const { texts, former } = await knownTexts(services, account, [])
    return {
      account,
      texts,
      former,
      logId,
      subjects: [...new Set([subject, ...texts.map(attempts.subjectOf)])].filter(Boolean),
      at: at ?? first.at,
      rows,
    }
  }
  const { account, text } = await findLogin(services, who)
  const { texts, former } = await knownTexts(services, account, [text])
  const subjects = texts.map(attempts.subjectOf)
  return { account, texts, former, logId: '', subjects, at, rows: [] }
}

async function knownTexts(services: Services, account: Account | undefined, asked: string[]) {
  if (account === undefined) return { texts: asked, former: [] }
  const { texts, former } = await textsOf(services, account)
  return { texts, former: former.map(services.attempts.subjectOf) }
}

// A login that nobody has is traced too: that is what a mistyped one is.
async function findLogin(
  services: Services,
  who: string,
): Promise<{ account: Account | undefined; text: string }> {
  if (/^\d+$/.test(who) || isNationalNumber(who))
    return { account: await findAccount(services, who), text: '' }
  try {
    const login = toLogin(who, undefined)
    // Rows without a login are everybody's, and a log id that was cut off is none either.
    const isCut = login.kind === 'username' && /\b\d{14}[\da-f]{6}/.test(login.text)
    if (login.text === '' || isCut) {
      throw new OperatorError('invalid', 'subject', who)
    }
    const account =
      login.kind === 'username'
        ? await services.accounts.byUsername(login.text)
        : ((await services.accounts.findByRecipient(login.recipient)) ??
          // Whoever made it signs in with the address, although nobody has proved it.
          (await services.accounts.byLoginEmail(login.text)) ??
          (await formerOwner(services, login.recipient)))
    return { account, text: login.text }
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new OperatorError('invalid', 'subject', who)
  }
}

async function formerOwner(
  { accounts, clock, formerAddresses }: Services,
  recipient: Recipient,
): Promise<Account | undefined> {
  const [latest] = await formerAddresses.formerOwners(recipient, clock())
  return latest && (await accounts.byId(latest.accountId))
}

function spanOf({ hours }: TraceQuestion, at: number | undefined, now: number): AttemptSpan {
  if (at === undefined) return { from: now - (hours ?? HOURS_BEFORE_NOW) * HOUR_MS, until: now }
  const halfMs = ((hours ?? HOURS_AROUND) * HOUR_MS) / 2
  return { from: at - halfMs, until: at + halfMs }
}

function inOrder(rows: readonly Attempt[]): Attempt[] {
  const unique = new Map(rows.map((row) => [row.id, row]))
  return [...unique.values()].toSorted(
    (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
  )
}

// Letters, since a hash says nothing to people.
function labelBrowsers(rows: readonly Attempt[]): Map<string, string> {
  const browsers = [...new Set(rows.map(({ browser }) => browser))].filter(Boolean)
  return new Map(browsers.map((browser, at) => [browser, (at + 10).toString(36).toUpperCase()]))
}

function lastSignIn(events: readonly SecurityEvent[]): number | undefined {
  const isSignIn = ({ aid, by, kind }: SecurityEvent): boolean =>
    kind === 'signed_in' || (kind === 'signed_up' && !isActor(aid, by))
  return events.find(isSignIn)?.at
}

/**
 * Reads networks that somebody lately came from, and whether they are signed in: sessions also end without
 * an event, by age, and when all people are signed out.
 */
async function accessOf({ events, sessions }: Services, account: Account | undefined) {
  if (account === undefined) return { networks: [], isIn: false }
  const page = { offset: 0, limit: MAX_NETWORKS }
  const open = await sessions.list({ accountId: account.id, hash: '' }, page)
  const { list } = await events.list(account.id, page)
  const networks = new Set([...open.list, ...list].map(({ address }) => address))
  networks.delete('')
  return { networks: [...networks], isIn: open.total > 0 }
}
