import { atom } from 'nanostores'
import { policyMethods, clientRules } from '#protocol/organization-fields.ts'
import { addDomain, removeDomain } from '#protocol/web/organization-domains.ts'
import {
  listDomains,
  policyInfo,
  updatePolicy,
  verifyDomain,
  type Domain,
  type Policy,
} from '../../client/calls/organization-rules.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { readCode } from '../../base/read-code.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { formText } from '../../ui/flows/form-text.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Assurance levels that sessions of members may have to reach. */
export const levels = [1, 2, 3] as const

/** Occasions on which members need two-step verification. */
export const twoStepOccasions = ['off', 'new_device', 'always'] as const

/** The organization's policy and domains. */
export type RulesFlow = MadeBy<typeof createRulesFlow>

export function createRulesFlow(store: OrganizationStore, t: EnterpriseMessages) {
  const { instance } = store
  const words = t.rules
  const $policy = atom<Policy | undefined>()
  const $domains = atom<readonly Domain[]>([])
  const rules = createFormAction(instance, {})
  const domains = createFormAction(instance, {
    domain_taken: 'domain',
    domain_proved: 'domain',
    domain_public: 'domain',
    domain_limit: 'domain',
    bad_parameter: 'domain',
    code_error: 'code',
    code_expired: 'code',
    code_superseded: 'code',
  })

  async function loadDomains(): Promise<void> {
    $domains.set(await listDomains(store.send))
  }

  return {
    $policy,
    $domains,
    rules: rules.shown,
    domains: domains.shown,
    load: () =>
      rules.run(async () => {
        const policy = await policyInfo(store.send)
        await loadDomains()
        // Last, because the form appears with it, and cannot be saved before.
        $policy.set(policy)
      }),
    save(form: FormData) {
      const methods = policyMethods.filter((method) => form.getAll('methods').includes(method))
      if (methods.length === 0) {
        return Promise.resolve(rules.setFieldError('methods', words.needMethod))
      }
      const second = formText(form, 'twoStepVerification')
      const clients = formText(form, 'clients')
      return rules.run(async () => {
        const changed = await updatePolicy(store.send, {
          sessionHours: Number(formText(form, 'sessionHours')),
          idleMinutes: Number(formText(form, 'idleMinutes')),
          twoStepVerification: twoStepOccasions.find((one) => one === second) ?? 'off',
          methods,
          invitesDomainsOnly: form.has('invitesDomainsOnly'),
          joinsByDomain: form.has('joinsByDomain'),
          level: levels.find((one) => String(one) === formText(form, 'level')) ?? 1,
          clients: clientRules.find((one) => one === clients) ?? 'refuse',
        })
        $policy.set(changed)
        const { endsSession } = changed
        store.showNotice(endsSession ? words.savedAndOut : words.saved)
        if (endsSession) await store.load()
      })
    },
    addDomain(form: FormData) {
      const domain = formText(form, 'domain').trim().toLowerCase()
      const by = formText(form, 'by') === 'dns' ? 'dns' : 'mail'
      return domains.run(async () => {
        await store.send(addDomain, { domain, by })
        store.showNotice(by === 'dns' ? words.addRecord : words.mailed(`postmaster@${domain}`))
        await loadDomains()
      })
    },
    /** Proves a domain by the form's code, or by its DNS record if there is no code. */
    verify(domain: string, form: FormData) {
      const proof = form.has('code') ? { code: readCode(formText(form, 'code')) } : {}
      // What was said of the step before would stand over an error of this one.
      store.showNotice('')
      return domains.run(async () => {
        $domains.set(await verifyDomain(store.send, { domain, ...proof }))
        store.showNotice(words.proved(domain))
      })
    },
    askRemove(domain: string) {
      store.ask({
        title: words.remove.title(domain),
        text: words.remove.text,
        button: words.remove.button,
        isDanger: true,
        done: words.remove.done(domain),
        act: () => store.send(removeDomain, { domain }),
        after: () => void domains.run(loadDomains),
      })
    },
  }
}
