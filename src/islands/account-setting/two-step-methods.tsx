import type { ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import { stepUpMethods } from '../../../widget/src/account.tsx'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'

/** Lists the person's methods for a two-step verification. */
export function TwoStepMethods({ user }: { user: Account }): ReactElement {
  const { messages } = useAccountPage()
  const t = messages.secondWays
  const ways = stepUpMethods(user)
  return (
    <Section name="secondWays" title={t.title} text={t.text}>
      {ways.length > 0 && (
        <ul className="sessions">
          {ways.map(({ way, sentTo }) => (
            <li key={way}>
              <div>
                <p className="session-device">{t.ways[way]}</p>
                <p className="field-hint">{way === 'pwd_verify' ? t.known : sentTo}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {ways.length < 2 && <p className="field-hint">{ways.length === 0 ? t.none : t.more}</p>}
    </Section>
  )
}
