import { object, optional, size, string } from 'superstruct'
import {
  addPerson,
  freezeMember,
  freezeOrganization,
  removeMember,
  setManager,
  takeDomainAway,
  type OrganizationAct,
} from '../../operators/operate-organizations.ts'
import { findAccount } from '../../accounts/find-account.ts'
import { requireMayActOn } from '../../operators/manage-operators.ts'
import type { Services } from '../../services/services.ts'
import { actsOn, type ConsoleContext } from '../page.ts'

const text = size(string(), 1, 320)

const onCompany = actsOn(
  ({ actor, param }, reason): OrganizationAct => ({
    actor,
    organizationId: param('id'),
    reason,
  }),
  ({ organizationId }) => organizationId,
)

/** What operators do to an organization. */
export const companyActs = {
  freeze: onCompany({
    isDangerous: true,
    run: ({ services }, act) => freezeOrganization(services, act, true),
  }),
  unfreeze: onCompany({
    run: ({ services }, act) => freezeOrganization(services, act, false),
  }),
  'take-domain': onCompany({
    isDangerous: true,
    fields: object({ domain: text }),
    run: async ({ services }, act, { domain }) => ({
      detail: await takeDomainAway(services, act, domain),
    }),
  }),
  'add-member': onCompany({
    fields: object({ who: text, name: optional(text) }),
    run: async (context, act, { who, name }) => {
      await requireOther(context, who)
      const { accountId } = await addPerson(context.services, act, who, { name, isManager: false })
      return { detail: accountId }
    },
  }),
  'freeze-member': onMember((services, act, who) => freezeMember(services, act, who, true)),
  'unfreeze-member': onMember((services, act, who) => freezeMember(services, act, who, false)),
  'remove-member': { ...onMember(removeMember), isDangerous: true },
  'set-manager': onCompany({
    needsProof: true,
    fields: object({ who: text }),
    run: async (context, act, { who }) => {
      const { operator, services } = context
      await requireOther(context, who)
      const { manager, former } = await setManager(services, act, who)
      if (former !== undefined) {
        await requireMayActOn(services.operators, operator, former.accountId)
      }
      return { detail: manager.accountId }
    },
  }),
}

function onMember(
  work: (
    services: Services,
    act: OrganizationAct,
    who: string,
  ) => Promise<{ member: { accountId: string } }>,
) {
  return onCompany({
    fields: object({ who: text }),
    run: async (context, act, { who }) => {
      await requireOther(context, who)
      return { detail: (await work(context.services, act, who)).member.accountId }
    },
  })
}

async function requireOther({ operator, services }: ConsoleContext, who: string): Promise<void> {
  const { id } = await findAccount(services, who)
  await requireMayActOn(services.operators, operator, id)
}
