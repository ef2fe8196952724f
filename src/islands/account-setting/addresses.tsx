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
      {(['email', 'mobile'] as const).map((channel) => (
        <div key={channel} className="address">
          <div className="address-head">
            <h3>{t[channel]}</h3>
            <p>{user[channel] || t.none}</p>
            {open !== channel && (
              <button
                className="button small quiet"
                aria-label={t.label[user[channel] === '' ? 'add' : 'change'](t[channel])}
                onClick={() => setOpen(channel)}
              >
                {user[channel] === '' ? t.add : t.change}
              </button>
            )}
          </div>
          {open === channel && (
            <AddressForm
              channel={channel}
              user={user}
              onClose={() => setOpen(undefined)}
              onChanged={() => {
                setOpen(undefined)
                onChanged()
              }}
            />
          )}
        </div>
      ))}
    </Section>
  )
}
