import type { Language } from '#protocol/languages.ts'
import { pagePath } from '../lib/page-path.ts'
import type { Mail, MailLink } from './mail.ts'
import { allMessages } from './messages/all-messages.ts'
import type { MessageKind, MessageText } from './messages/messages.ts'
import { chosenNames, nameForOthers } from './name-for-others.ts'

/** Values of the placeholders in messages; empty where there is none. */
export interface MessageValues {
  readonly code: string
  readonly product: string
  /** Origin of the site. */
  readonly origin: string
  /** Validity of the code. */
  readonly minutes: number
  /** Time to object to a change. */
  readonly hours: number
  /** Address or linked account that changed. */
  readonly address: string
  /** Browser and system. */
  readonly device: string
  /** Network address without its last part. */
  readonly place: string
  /** Time of the event, in words. */
  readonly time: string
  /** Time of a scheduled deletion, in words. */
  readonly date: string
  /** Name of the organization that invites, and of the member who does. */
  readonly organization: string
  readonly inviter: string
  /** Name of who was invited. */
  readonly invited: string
  /** Name of the client, as it was registered. */
  readonly program: string
  /** Page to open. */
  readonly link: string
  /** Page on which to object. */
  readonly notMe: string
  /** Whether objecting puts an address back. */
  readonly isRestorable: boolean
  /** Page to unsubscribe on. */
  readonly unsubscribe: string
}

/** Pages of the site that the buttons of some mails lead to. */
const pages: Partial<Record<MessageKind, string>> = {
  register_known: '/login',
  reset_unknown: '/sign-up',
  verify_unknown: '/sign-up',
  closing_started: '/login',
  manager_transfer: '/account-setting/components/organization#hand-over',
  organization_invitation_asked: '/account-setting/components/organization#invitations',
}

/** Returns a mail and a text message that say the same; the text message may be empty. */
export function composeMessage(
  kind: MessageKind,
  language: Language,
  values: MessageValues,
): { mail: Mail; sms: string } {
  const { byKind, mail: shared } = allMessages[language]
  const texts: MessageText = byKind[kind]
  const pageIn = (path: string): string => values.origin + pagePath(path, language)
  const placeholders: Readonly<Record<string, string | number | boolean>> = {
    ...values,
    ...chosenNamesOf(values, language),
    spoken: [...values.code].join(', '),
    site: new URL(values.origin).host,
    loginPage: pageIn('/login'),
    resetPage: pageIn('/reset-password'),
    accountPage: pageIn('/account-setting'),
    device: values.device || shared.unknownDevice,
  }
  const fill = (template = ''): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(placeholders[name] ?? ''))
  const page = pages[kind]
  const href = page === undefined ? values.link : pageIn(page)
  const subject = fill(texts.subject)
  const mail: Mail = {
    language,
    subject,
    title: texts.title === undefined ? subject : fill(texts.title),
    code: values.code,
    paragraphs: texts.text.split('\n\n').map(partsOf),
    // A change by an operator has no place.
    facts: values.place === '' ? [] : factsOf(),
    action: texts.action === undefined ? undefined : { text: fill(texts.action), href },
    objection: values.notMe === '' ? undefined : objection(),
    note: fill(texts.note),
    sender: {
      text: fill(shared.automatic),
      site: { text: new URL(values.origin).host, href: pageIn('/') },
    },
    unsubscribe: linkTo(values.unsubscribe, shared.unsubscribe),
  }
  const objectionText = values.notMe === '' ? undefined : shared.ifNotYouSms
  return { mail, sms: [fill(texts.sms), fill(objectionText)].join(' ').trim() }

  function partsOf(paragraph: string): (string | MailLink)[] {
    return paragraph.split(/(\{\w+Page\})/).map((part, at) => {
      const text = fill(part)
      return at % 2 === 1 ? { text, href: text } : text
    })
  }

  function factsOf(): Mail['facts'] {
    return [
      [shared.device, values.device || shared.unknownDevice],
      [shared.place, values.place],
      [shared.time, values.time],
    ]
  }

  function objection(): Mail['objection'] {
    const ifNotYou = values.isRestorable ? shared.ifNotYouRestore : shared.ifNotYou
    return {
      paragraphs: [shared.ifYou, fill(ifNotYou)],
      link: { text: shared.notMe, href: values.notMe },
    }
  }
}

function chosenNamesOf(values: MessageValues, language: Language): Record<string, string> {
  return Object.fromEntries(
    chosenNames
      .filter((field) => values[field] !== '')
      .map((field) => {
        const name = nameForOthers(values[field], field, language, [values.product])
        return [field, isolated(name)]
      }),
  )
}

// A name from right to left must not turn the order of the sentence around it.
function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(name) ? `\u2068${name}\u2069` : name
}

function linkTo(href: string, text: string): MailLink | undefined {
  return href === '' ? undefined : { text, href }
}
