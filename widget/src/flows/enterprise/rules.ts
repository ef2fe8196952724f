import { atom, type ReadableAtom } from 'nanostores'
import { policyMethods, clientRules } from '#protocol/organization-fields.ts'
import type {
  OrganizationDomainInfo,
  OrganizationPolicyInfo,
} from '#protocol/organization-objects.ts'
import {
  addDomain,
  listDomains,
  removeDomain,
  verifyDomain,
} from '#protocol/web/organization-domains.ts'
import { policyInfo, updatePolicy } from '#protocol/web/organization-policy.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { readCode } from '../../read-code.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Occasions on which members need two-step verification. */
export const secondVerifications = ['off', 'new_device', 'always'] as const

/** The organization's policy and domains. */
export interface RulesFlow {
  $policy: ReadableAtom<OrganizationPolicyInfo | undefined>
  $domains: ReadableAtom<readonly OrganizationDomainInfo[]>
  rules: Pick<FormAction, '$isBusy' | '$formError'>
  domains: Pick<FormAction, '$isBusy' | '$formError'>
  load(): Promise<boolean>
  save(form: FormData): Promise<boolean>
  addDomain(form: FormData): Promise<boolean>
  /** Proves a domain by the form's code, or by its DNS record if there is no code. */
  verify(domain: string, form: FormData): Promise<boolean>
  askRemove(domain: string): void
}

export function createRulesFlow(store: OrganizationStore, t: EnterpriseMessages): RulesFlow {
  const { instance } = store
  const words = t.rules
  const $policy = atom<OrganizationPolicyInfo | undefined>()
  const $domains = atom<readonly OrganizationDomainInfo[]>([])
  const rules = createFormAction(instance, {})
  const domains = createFormAction(instance, {
    domain_taken: 'domain',
    domain_proved: 'domain',
    domain_public: 'domain',
    domain_limit: 'domain',
    bad_parameter: 'domain',
    code_error: 'code',
    code_expired: 'code',
  })

  async function loadDomains(): Promise<void> {
    $domains.set((await store.send(listDomains, {})).list)
  }

  return {
    $policy,
    $domains,
    rules,
    domains,
    load: () =>
      rules.run(async (signal) => {
        const policy = await store.send(policyInfo, {}, { signal })
        await loadDomains()
        // Last, because the form appears with it, and cannot be saved before.
        $policy.set(policy)
      }),
    save(form) {
      const numberOf = (name: string): number => Math.trunc(Number(formText(form, name))) || 0
      const methods = policyMethods.filter((method) => form.getAll('methods').includes(method))
      if (methods.length === 0) {
        return Promise.resolve(rules.setFieldError('methods', words.needMethod))
      }
      const second = formText(form, 'second_verification')
      const programs = formText(form, 'programs')
      return rules.run(async (signal) => {
        const changed = await store.send(
          updatePolicy,
          {
            session_hours: numberOf('session_hours'),
            idle_minutes: numberOf('idle_minutes'),
            second_verification: secondVerifications.find((one) => one === second) ?? 'off',
            methods,
            invite_domains_only: form.has('invite_domains_only') ? 1 : 0,
            join_by_domain: form.has('join_by_domain') ? 1 : 0,
            programs: clientRules.find((one) => one === programs) ?? 'refuse',
          },
          { signal },
        )
        $policy.set(changed)
        const endsSession = changed.ends_session === 1
        store.showNotice(endsSession ? words.savedAndOut : words.saved)
        if (endsSession) await store.load()
      })
    },
    addDomain(form) {
      const domain = formText(form, 'domain').trim().toLowerCase()
      const by = formText(form, 'by') === 'dns' ? 'dns' : 'mail'
      return domains.run(async (signal) => {
        await store.send(addDomain, { domain, by }, { signal })
        store.showNotice(by === 'dns' ? words.addRecord : words.mailed(`postmaster@${domain}`))
        await loadDomains()
      })
    },
    verify(domain, form) {
      const proof = form.has('code') ? { code: readCode(formText(form, 'code')) } : {}
      return domains.run(async (signal) => {
        const { list } = await store.send(verifyDomain, { domain, ...proof }, { signal })
        $domains.set(list)
        store.showNotice(words.proved(domain))
      })
    },
    askRemove(domain) {
      store.ask({
        title: words.remove.title(domain),
        text: words.remove.text,
        button: words.remove.button,
        isDanger: true,
        act: async (signal) => {
          await store.send(removeDomain, { domain }, { signal })
          return words.remove.done(domain)
        },
        after: () => void domains.run(loadDomains),
      })
    },
  }
}
