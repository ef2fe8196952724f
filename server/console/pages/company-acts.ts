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
import { consoleAct, type ConsoleAct, type ConsoleContext } from '../page.ts'

const text = size(string(), 1, 320)

/** What operators do to an organization. */
export const companyActs: Readonly<Record<string, ConsoleAct>> = {
  freeze: freeze('freeze', true),
  unfreeze: freeze('unfreeze', false),
  'take-domain': consoleAct({
    role: 'admin',
    isDangerous: true,
    words: (texts) => texts.companies.acts['take-domain'],
    fields: object({ domain: text }),
    run: async (context, { domain }) => {
      const act = actOn(context)
      const detail = await takeDomainAway(context.services, act, domain)
      return { target: act.organizationId, detail }
    },
  }),
  'add-member': consoleAct({
    role: 'admin',
    words: (texts) => texts.companies.acts['add-member'],
    fields: object({ who: text, name: optional(text) }),
    run: async (context, { who, name }) => {
      const act = actOn(context)
      const as = { name, isManager: false }
      const { accountId } = await addPerson(context.services, act, who, as)
      return { target: act.organizationId, detail: accountId }
    },
  }),
  'freeze-member': onMember('freeze-member', ({ services }, act, who) =>
    freezeMember(services, act, who, true),
  ),
  'unfreeze-member': onMember('unfreeze-member', ({ services }, act, who) =>
    freezeMember(services, act, who, false),
  ),
  'remove-member': onMember('remove-member', ({ services }, act, who) =>
    removeMember(services, act, who),
  ),
  'set-manager': onMember('set-manager', async ({ services }, act, who, reason) => ({
    member: await setManager(services, act, who, reason),
  })),
}

function freeze(name: 'freeze' | 'unfreeze', isFrozen: boolean): ConsoleAct {
  return consoleAct({
    role: 'admin',
    isDangerous: isFrozen,
    words: (texts) => texts.companies.acts[name],
    run: async (context) => {
      const act = actOn(context)
      await freezeOrganization(context.services, act, isFrozen)
      return { target: act.organizationId }
    },
  })
}

function onMember(
  name: 'freeze-member' | 'unfreeze-member' | 'remove-member' | 'set-manager',
  work: (
    context: ConsoleContext,
    act: OrganizationAct,
    who: string,
    reason: string,
  ) => Promise<{ member: { accountId: string } }>,
): ConsoleAct {
  return consoleAct({
    role: 'admin',
    isDangerous: name === 'remove-member',
    needsProof: name === 'set-manager',
    words: (texts) => texts.companies.acts[name],
    fields: object({ who: text }),
    run: async (context, { who }, reason) => {
      const act = actOn(context)
      const { member } = await work(context, act, who, reason)
      return { target: act.organizationId, detail: member.accountId }
    },
  })
}

function actOn({ operator, param }: ConsoleContext): OrganizationAct {
  return { actor: `operator:${operator.accountId}`, organizationId: param('id') }
}
