import type { Messages } from '../messages.ts'
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

export const messages: Messages = {
  channels: { email: 'mail', mobile: 'text message', voice: 'voice call' },
  steps: {
    'sign-in': 'sign-in',
    code: 'asking for or checking a code',
    captcha: 'captcha',
    'second-step': 'second step',
    reset: 'new password',
    registration: 'sign-up',
    provider: 'sign-in by a provider',
    qr: 'sign-in by QR code',
    consent: 'consent for a client',
    message: 'message',
    many: 'more',
  },
  outcomes: {
    sent: (channel, reply, after) =>
      `${channel}: taken by the receiver${inBrackets(reply)}, ${after} s after it was asked for`,
    refused: (channel, reply) => `${channel}: refused for good by the receiver${inBrackets(reply)}`,
    given_up: (channel, reply) => `${channel}: given up after several tries${inBrackets(reply)}`,
    not_sent: (channel) => `${channel}: none was sent, because no account has the number`,
  },
  lines: {
    refused: (step, shown, notes) => `${step}: “${shown}” (${notes})`,
    otherLogin: (text) => `another login, not one of hers: ${text}`,
    many: (count) => `${count} more refusals within the hour, too many to keep one by one`,
    event: (kind, by) => `${kind} (${by})`,
    waiting: (channel, attempts) => `${channel}: waits to be sent, tried ${attempts} times`,
    inRow: (count) => (count === 1 ? 'the first wrong one' : `${count} wrong ones in a row`),
    limit: (of) => limits[of] ?? of,
    rule: (rule) => `rule ${rule}`,
    level: (level) => `level ${level}`,
    wait: (seconds) => `wait ${seconds} s`,
  },
  likely: { join: (list) => `${list.join(', then ')}.`, causes },
  tell,
  nothing: {
    likely: 'nothing of hers was refused in this time.',
    tell: 'Ask for the exact address she typed, or for the log id behind “Details” on her screen, and trace that: she may have typed another address, in a browser that is not known.',
    over: 'Nothing: she is in.',
  },
  since: (at) => `Signed in since ${new Date(at).toISOString().slice(11, 16)}.`,
  ended: {
    likely: (at) =>
      `Signed in at ${new Date(at).toISOString().slice(11, 16)}; her sessions have ended since.`,
    tell: 'To sign in again. A line after her sign-in says who ended them; if none does, they grew old or everybody was signed out.',
  },
  ending: {
    likely: ({ at, by, kind }) =>
      `At ${new Date(at).toISOString().slice(11, 16)} ${kind} (${by}) ended sessions of hers.`,
    tell: 'To sign in again in the browsers that were signed out; if neither she nor an operator did that, "This was not me" in the mail about it undoes it.',
  },
  unproved: 'Nobody has proved her address yet.',
  noSignIn: 'She has not signed in in this time.',
}
