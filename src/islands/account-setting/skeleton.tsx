import type { ReactElement } from 'react'
import { Navigation } from './navigation.tsx'
import { Section } from './section.tsx'
import type { SettingMessages } from './messages.ts'

const ROWS = { profile: 4, addresses: 2, password: 4 } as const

/** Placeholder of the same size as the page; `isFirst` marks the one that the build draws. */
export function Skeleton(props: { messages: SettingMessages; isFirst?: boolean }): ReactElement {
  const { messages, isFirst } = props
  return (
    <div className="skeleton" aria-busy="true" data-first={isFirst || undefined}>
      <output className="visually-hidden">{messages.loading}</output>
      <div className="identity account-identity">
        <span className="bone bone-picture" />
        <span className="bone bone-name" />
      </div>
      <div className="account-layout">
        <Navigation messages={messages} isWaiting />
        <div>
          {(['profile', 'addresses', 'password'] as const).map((name) => (
            <Section key={name} name={name} title={messages[name].title} text={messages[name].text}>
              {Array.from({ length: ROWS[name] }, (_, index) => (
                <span key={index} className="bone" />
              ))}
            </Section>
          ))}
        </div>
      </div>
    </div>
  )
}
