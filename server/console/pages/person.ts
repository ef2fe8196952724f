import { toTime } from '../../admin/format.ts'
import { formatMobile } from '../../accounts/recipients.ts'
import { readAccount, type ReadAccount } from '../../personal-data/read-account.ts'
import type { Facts, Section } from '../../pages/page.ts'
import type { Account } from '../../store/schema/accounts.ts'
import { actSection } from '../act-section.ts'
import { consolePage, type ConsoleContext } from '../page.ts'
import { personTabs } from '../person-tabs.ts'
import { requireShown } from '../refusal.ts'
import { radios } from '../settings-form.ts'
import { tableOf } from '../table-of.ts'
import { personActs } from './person-acts.ts'

/** Everything about one person, and what can be done. */
export const personPage = consolePage({
  name: 'person',
  path: '/people/:id',
  role: 'support',
  words: (texts) => texts.person.acts,
  acts: personActs,
  show: async (context) => {
    const { param, services, texts } = context
    const t = texts.person
    const account = requireShown(await services.accounts.byId(param('id')))
    const role = (await services.operators.find(account.id))?.role
    const read = await readAccount(services, account)
    const held = { frozen: 'freeze', limited: 'limit', banned: 'ban', active: '', cancelling: '' }[
      account.state
    ]
    const holds = held === 'ban' ? [] : ['freeze', 'limit', 'ban'].filter((name) => name !== held)
    return {
      viewed: account.id,
      title: account.name || account.id,
      tabs: personTabs(context, account.id),
      facts: factsOf(context, account, read, role && texts.roles[role]),
      sections: [
        ...sessionSections(context, read),
        ...actSection(context, t.hold, [...(held === '' ? [] : [`un${held}`]), ...holds], {
          text: t.holdText,
        }),
        ...restoreSection(context, read),
        ...actSection(context, t.export, ['export'], { text: t.exportText }),
        ...actSection(context, t.erase, ['erase'], {
          text: t.eraseText,
          fields: [{ name: 'confirm', label: t.confirm }],
        }),
        eventSection(context, read),
      ],
    }
  },
})

function factsOf(
  { texts }: ConsoleContext,
  account: Account,
  { externalIds, former, methods }: ReadAccount,
  role: string | undefined,
): Facts {
  const { facts: t, by, left, of } = texts.person
  return [
    [t.id, account.id],
    ...externalIds.map((one) => [t.elsewhere, of(one.externalId, one.source)] as const),
    [t.username, account.username ?? ''],
    [t.email, account.email ?? ''],
    [t.mobile, formatMobile(account.mobile ?? '')],
    [t.unproved, account.unverifiedEmail ?? ''],
    ...former.map((one) => [t.former, left(one.address, toTime(one.leftAt))] as const),
    [t.methods, methods.join(', ')],
    [t.state, texts.people.states[account.state]],
    [t.role, role ?? ''],
    [t.erased, account.cancelAt === null ? '' : toTime(account.cancelAt)],
    [t.locale, account.locale],
    [t.made, by(toTime(account.createdAt), account.createdAid)],
  ]
}

function sessionSections(
  context: ConsoleContext,
  { sessions: { list, total } }: ReadAccount,
): Section[] {
  const t = context.texts.person
  const table = tableOf(list, t.noSessions, [
    [t.session.device, ({ device }) => device || t.unknownDevice],
    [t.session.address, ({ address }) => address],
    [t.session.app, ({ aid }) => String(aid)],
    [t.session.begun, ({ createdAt }) => toTime(createdAt)],
    [t.session.seen, ({ lastSeenAt }) => toTime(lastSeenAt)],
  ])
  const sessions = list.map((one) => ({
    value: one.id,
    label: one.device || t.unknownDevice,
    note: toTime(one.lastSeenAt),
  }))
  const choices = radios('session', t.which, sessions)
  return [
    { title: t.sessions(total), table },
    ...actSection(context, t.endOne, ['end-session', 'end-sessions'], { choices }),
  ]
}

function restoreSection(context: ConsoleContext, { former }: ReadAccount): Section[] {
  const { left, restore, restoreText, which } = context.texts.person
  const addresses = former.map(({ address, leftAt }) => ({
    value: address,
    label: left(address, toTime(leftAt)),
  }))
  const choices = radios('address', which, addresses)
  return actSection(context, restore, ['restore'], { text: restoreText, choices })
}

function eventSection(
  { operator, param, texts }: ConsoleContext,
  { events }: ReadAccount,
): Section {
  const { event: t, events: title, noEvents, record } = texts.person
  const link = { href: `/record?q=${encodeURIComponent(param('id'))}`, text: record }
  return {
    title: title(events.total),
    table: tableOf(events.list, noEvents, [
      [t.at, ({ at }) => toTime(at)],
      [t.kind, ({ kind }) => kind],
      [t.by, ({ by }) => by],
      [t.device, ({ device }) => device],
      [t.address, ({ address }) => address],
    ]),
    ...(operator.role === 'owner' && { links: [link] }),
  }
}
