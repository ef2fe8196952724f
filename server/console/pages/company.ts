import { toTime } from '../../admin/format.ts'
import { readOrganization } from '../../operators/read-organization.ts'
import type { Section } from '../../pages/page.ts'
import { actSection } from '../act-section.ts'
import { consolePage, type ConsoleContext } from '../page.ts'
import { requireShown } from '../refusal.ts'
import { radios } from '../settings-form.ts'
import { tableOf } from '../table-of.ts'
import { companyActs } from './company-acts.ts'

const MEMBERS = 50

/** One organization: who acts for it, and what can be done. */
export const companyPage = consolePage({
  name: 'company',
  path: '/companies/:id',
  role: 'admin',
  words: (texts) => texts.companies.acts,
  acts: companyActs,
  show: async (context) => {
    const { param, services, texts } = context
    const t = texts.companies
    const organization = requireShown(await services.organizations.find(param('id')))
    const { manager, domains, ...counts } = await readOrganization(services, organization)
    const { transferredAt } = organization
    const isFrozen = organization.isFrozen ? 'unfreeze' : 'freeze'
    const names = domains.map(({ domain }) => domain)
    const who = [{ name: 'who', label: texts.operators.who }]
    return {
      title: organization.name,
      facts: [
        [t.id, organization.id],
        [t.app, String(organization.aid)],
        [
          t.state,
          organization.isFrozen ? t.frozenBy[organization.frozenBy || 'manager'] : t.active,
        ],
        [t.manager, manager === undefined ? t.nobody : `${manager.name} (${manager.accountId})`],
        [t.managerSince, transferredAt === 0 ? '' : toTime(transferredAt)],
        [t.members, String(counts.members)],
        [t.invitations, String(counts.invitations)],
        [t.roles, String(counts.roles)],
        [t.domains, domains.map((one) => `${one.domain} (${t.proved[one.state]})`).join(', ')],
        [t.made, toTime(organization.createdAt)],
      ],
      sections: [
        ...actSection(context, t.state, [isFrozen], { text: t.freezeText }),
        await memberSection(context, organization.id),
        ...actSection(context, t.change, ['freeze-member', 'unfreeze-member', 'remove-member'], {
          fields: who,
        }),
        ...actSection(context, t.addMember, ['add-member'], {
          fields: [...who, { name: 'name', label: t.nameThere, isOptional: true }],
        }),
        ...actSection(context, t.setManager, ['set-manager'], { text: t.managerText, fields: who }),
        ...actSection(context, t.takeDomain, ['take-domain'], {
          choices: radios('domain', texts.apps.which, names),
        }),
      ],
    }
  },
})

async function memberSection({ services, texts }: ConsoleContext, id: string): Promise<Section> {
  const t = texts.companies
  const { list } = await services.memberships.members(id, {}, { offset: 0, limit: MEMBERS })
  return {
    title: t.oldest(MEMBERS),
    table: tableOf(list, t.nobody, [
      [t.name, ({ name }) => name],
      [t.account, ({ accountId }) => ({ href: `/people/${accountId}`, text: accountId })],
      [t.role, ({ isManager }) => (isManager ? t.isManager : t.isMember)],
      [t.state, ({ isFrozen }) => (isFrozen ? t.frozen : t.active)],
    ]),
  }
}
