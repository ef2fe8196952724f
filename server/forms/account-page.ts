import { deviceName } from '#protocol/device-name.ts'
import { timeText } from '../lib/time-text.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Field, Page, Section } from '../pages/page.ts'
import type { Session } from '../store/schema/accounts.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { buttonForm, signInPageLink, type FormContext } from './form.ts'
import { formAddress } from './session.ts'

/** Path of the page and its form. */
export const ACCOUNT_PATH = '/form/account'

/** Devices that the page lists; those used last come first. */
const MAX_DEVICES = 20

/** What was wrong with a post; `name` where it was a refused one. */
interface Refused {
  problem?: string
  name?: string | undefined
}

/** Returns the page about the account, with the headings of the account pages that need scripts. */
export async function accountPage(
  context: FormContext,
  session: LiveSession,
  state: Refused,
): Promise<Page> {
  const { language } = context
  const { ownAccount: messages } = pageMessages[language]
  return {
    title: messages.title,
    text: messages.as(session.account.name),
    // A refused name is told beside its field.
    problem: state.name === undefined ? state.problem : undefined,
    sections: [
      profileSection(context, session, state),
      securitySection(context, session),
      await devicesSection(context, session),
      await organizationsSection(context, session),
      { title: messages.data, text: messages.dataText },
    ],
  }
}

function profileSection(
  context: FormContext,
  { account }: LiveSession,
  { problem, name }: Refused,
): Section {
  const { ownAccount: messages, name: label } = pageMessages[context.language]
  const field: Field = {
    name: 'name',
    label,
    value: name ?? account.name,
    type: 'text',
    autocomplete: 'name',
    error: name === undefined ? undefined : problem,
  }
  const form = buttonForm(context, ACCOUNT_PATH, { text: messages.save })
  return { title: messages.profile, forms: [{ ...form, fields: [field] }] }
}

function securitySection(context: FormContext, { account }: LiveSession): Section {
  const { email: emailLabel, ownAccount: messages } = pageMessages[context.language]
  const facts = [
    [emailLabel, account.email],
    [messages.mobile, account.mobile],
    [messages.userName, account.username],
  ] as const
  const back = formAddress(context, ACCOUNT_PATH)
  return {
    title: messages.security,
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    text: messages.securityText,
    links: [{ href: signInPageLink(context, '/reset-password', back), text: messages.password }],
  }
}

async function devicesSection(context: FormContext, session: LiveSession): Promise<Section> {
  const { language, services } = context
  const { ownAccount: messages, qr } = pageMessages[language]
  const { list } = await services.sessions.list(session, { offset: 0, limit: MAX_DEVICES })
  const nameOf = (one: Session): string =>
    one.name || deviceName(one.device, language) || qr.unknownDevice
  const button = { text: messages.signOut } as const
  const own = list.filter(({ id }) => id === session.id)
  const others = list.filter(({ id }) => id !== session.id)
  return {
    title: messages.devices,
    forms: [
      ...own.map((one) => ({
        ...buttonForm(context, '/form/logout', button),
        question: nameOf(one),
        note: messages.thisDevice,
      })),
      ...others.map((one) => ({
        ...buttonForm(context, ACCOUNT_PATH, button, { session_id: one.id }),
        question: nameOf(one),
        note: messages.lastUsed(one.address, timeText(one.lastSeenAt, language)),
      })),
    ],
  }
}

async function organizationsSection(
  context: FormContext,
  { account }: LiveSession,
): Promise<Section> {
  const { app, language, services } = context
  const { identity, ownAccount: messages } = pageMessages[language]
  const mine = await services.memberships.list(account.id, app.aid, true)
  return {
    title: messages.organizations,
    ...(mine.length === 0
      ? { text: identity.alone }
      : {
          facts: mine.map((one) => [one.label, one.name] as const),
          links: [{ href: formAddress(context, '/form/identity'), text: messages.switch }],
        }),
  }
}
