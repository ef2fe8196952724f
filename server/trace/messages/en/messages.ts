import { dayOf } from '../../../lib/clock.ts'
import type { InvitationBlock } from '../../../store/invitation-repository.ts'
import type { SecurityEvent } from '../../../store/schema/accounts.ts'
import { causes } from './causes.ts'
import { tell } from './tell.ts'

const inBrackets = (reply: string): string => (reply === '' ? '' : ` (${reply})`)

const limits: Readonly<Record<string, string>> = {
  address: 'limit of the address',
  browser: 'limit of the browser',
  network: 'limit of the network',
  application: 'limit of the application',
  texts: 'limit of all text messages',
}

const channels: Readonly<Record<string, string>> = {
  email: 'mail',
  mobile: 'text message',
  voice: 'voice call',
}

/** Texts of traces, for support, in English. */
export const messages = {
  channels,
  steps: {
    'sign-in': 'sign-in',
    code: 'asking for or checking a code',
    captcha: 'captcha',
    'second-step': 'second step',
    reset: 'new password',
    registration: 'sign-up',
    invitation: 'invitation',
    provider: 'sign-in by a provider',
    qr: 'sign-in by QR code',
    consent: 'consent for a client',
    message: 'message',
    many: 'more',
  },
  outcomes: {
    sent: (channel: string, reply: string, after: number): string =>
      `${channel}: taken by the receiver${inBrackets(reply)}, ${after} s after it was asked for`,
    refused: (channel: string, reply: string): string =>
      `${channel}: refused for good by the receiver${inBrackets(reply)}`,
    given_up: (channel: string, reply: string): string =>
      `${channel}: given up after several tries${inBrackets(reply)}`,
    not_sent: (channel: string): string =>
      `${channel}: none was sent, because no account has the number`,
  },
  lines: {
    /** `shown` is what the person read. */
    refused: (step: string, shown: string, notes: string): string =>
      `${step}: “${shown}” (${notes})`,
    otherLogin: (text: string): string => `another login, not one of hers: ${text}`,
    fromNetwork: (text: string): string =>
      `without a login, from a network of hers, perhaps by somebody else: ${text}`,
    many: (count: number): string =>
      `${count} more refusals within the hour, too many to keep one by one`,
    event: (kind: string, by: string): string => `${kind} (${by})`,
    waiting: (channel: string, attempts: number): string =>
      `${channel}: waits to be sent, tried ${attempts} times`,
    inRow: (count: number): string =>
      count === 1 ? 'the first wrong one' : `${count} wrong ones in a row`,
    limit: (of: string): string => limits[of] ?? of,
    rule: (rule: string): string => `rule ${rule}`,
    level: (level: number): string => `level ${level}`,
    wait: (seconds: number): string => `wait ${seconds} s`,
  },
  likely: {
    /** One sentence of causes in the order in which they happened. */
    join: (list: readonly string[]): string => `${list.join(', then ')}.`,
    causes,
  },
  tell,
  nothing: {
    likely: 'nothing of hers was refused in this time.',
    tell: 'If a code did not come although a line says "taken by the receiver": to look in the folder for spam; what the receiver sent back later is not seen here. Else ask for the exact address she typed, or for the log id behind “Details” on her screen, and trace that: she may have typed another address, in a browser that is not known.',
    over: 'Nothing: she is in. If she sees the sign-in page after each sign-in, her browser keeps no cookies: to allow them for this site.',
  },
  since: (at: number): string => `Signed in since ${new Date(at).toISOString().slice(11, 16)}.`,
  /** Of somebody who signed in and has no session any more. */
  ended: {
    likely: (at: number): string =>
      `Signed in at ${new Date(at).toISOString().slice(11, 16)}; her sessions have ended since.`,
    tell: 'To sign in again. A line after her sign-in says who ended them; if none does, they grew old or everybody was signed out.',
  },
  /** Of somebody whose sessions an event has ended. */
  ending: {
    likely: ({ at, by, kind }: Pick<SecurityEvent, 'at' | 'by' | 'kind'>): string =>
      `At ${new Date(at).toISOString().slice(11, 16)} ${kind} (${by}) ended sessions of hers.`,
    tell: 'To sign in again in the browsers that were signed out; if neither she nor an operator did that, "This was not me" in the mail about it undoes it.',
  },
  unproved: 'Nobody has proved her address yet.',
  /** Of organizations that may not invite her; one without a name is each of them. */
  stopped: (blocks: readonly InvitationBlock[]): string =>
    `No invitation reaches her ${blocks.map(({ organizationName, expiresAt }) => `from ${organizationName || 'anybody'} until ${dayOf(expiresAt)}`).join(', ')}, as she or an operator asked; "invite stop <address> --off" lifts that.`,
  noSignIn: 'She has not signed in in this time.',
}
