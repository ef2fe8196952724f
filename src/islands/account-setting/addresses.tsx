import { useState, type ReactElement } from 'react'
import type { User } from '#protocol/objects.ts'
import { AddressForm } from './address-form.tsx'
import type { Channel } from './address-steps.ts'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'

interface Props {
  user: User
  onChanged: () => void
}

/** The addresses a person signs in with; each is added or replaced in steps. */
export function Addresses({ user, onChanged }: Props): ReactElement {
  const { words } = useAccountPage()
  const [open, setOpen] = useState<Channel>()
  const t = words.addresses

  return (
    <Section title={t.title} text={t.text}>
      <ul className="sessions">
        {(['email', 'mobile'] as const).map((channel) => {
          const does = user[channel] === '' ? 'add' : 'change'
          return (
            <li key={channel}>
              <div>
                <p className="session-device">{t[channel]}</p>
                <p className="field-hint">{user[channel] || t.none}</p>
              </div>
              {open === channel ? (
                <AddressForm
                  channel={channel}
                  user={user}
                  onClose={() => setOpen(undefined)}
                  onChanged={() => {
                    setOpen(undefined)
                    onChanged()
                  }}
                />
              ) : (
                <button
                  className="button small quiet"
                  aria-label={t.label[does](t[channel])}
                  onClick={() => setOpen(channel)}
                >
                  {t[does]}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
