import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { SafetyStep } from '#protocol/safety.ts'
import type { AccountSectionName } from '../../base/account-pages.ts'
import type { Account } from '../../client/calls/account.ts'
import type { Safety } from '../../client/calls/methods.ts'
import { LinkButton } from '../../ui/button.tsx'
import { partProps } from '../../ui/part-props.ts'
import { createSafetyFlow } from '../flows/safety.ts'
import { useOwn, useRoom } from './room.tsx'

/** What most new accounts are told: it takes the place of what is not known yet, unseen. */
const likely: Safety = { state: 'basic', steps: ['add_device'] }

/** Where a step is taken. */
function placeOf(step: SafetyStep): AccountSectionName {
  if (step === 'change_password') return 'password'
  return step === 'add_address' ? 'addresses' : 'two-step'
}

/** How safe the account is, in one sentence, and what makes it safer. */
export function SafetySection(props: {
  user: Account
  sections: readonly AccountSectionName[]
}): ReactNode {
  const { user, sections } = props
  const { room, t } = useRoom()
  const flow = useOwn(createSafetyFlow)
  const safety = useStore(flow.$safety)
  // The person is fetched again after each change of what counts.
  useEffect(() => void flow.load(), [flow, user])
  if (safety === null) return null
  const { state, steps } = safety ?? likely
  const words = t.safety
  return (
    <section
      {...partProps('safety', !safety ? 'safety-waiting' : state !== 'good' && 'safety-weak')}
      aria-label={words.title}
    >
      <p>{words.states[state]}</p>
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>
              {sections.includes(placeOf(step)) ? (
                <LinkButton onClick={() => room.go({ page: 'security', section: placeOf(step) })}>
                  {words.steps[step]}
                </LinkButton>
              ) : (
                words.steps[step]
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
