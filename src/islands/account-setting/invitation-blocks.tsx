import { useStore } from '@nanostores/react'
import { type ReactElement } from 'react'
import { useAccountPage } from './context.ts'
import type { InvitationBlock } from '../../../widget/src/client/calls/own-invitations.ts'
import { useAction } from './use-action.ts'

/** The organizations that may not invite the person, with a way to let them again. */
export function InvitationBlocks({ onLifted }: { onLifted: () => void }): ReactElement | null {
  const { organizations, messages } = useAccountPage()
  const blocks = useStore(organizations.$blocks)
  const { blocked } = messages.organizations
  if (blocks.length === 0) return null
  return (
    <>
      <h3>{blocked}</h3>
      <ul className="sessions" aria-label={blocked}>
        {blocks.map((one) => (
          <Block key={one.organizationId} block={one} onLifted={onLifted} />
        ))}
      </ul>
    </>
  )
}

function Block(props: { block: InvitationBlock; onLifted: () => void }): ReactElement {
  const { block, onLifted } = props
  const { organizations, lang, messages } = useAccountPage()
  const action = useAction()
  const t = messages.organizations
  const name = block.organizationName || t.everybody
  const day = new Date(block.expireTime * 1000).toLocaleDateString(lang, { dateStyle: 'long' })

  async function lift(): Promise<void> {
    // The button disappears when its action succeeds, so the focus moves before.
    onLifted()
    await action.run(() => organizations.unblock(block), t.lifted(name))
  }

  return (
    <li>
      <div>
        <p className="session-device">{name}</p>
        <p className="field-hint">{t.blockedUntil(day)}</p>
      </div>
      <p className="buttons">
        <button
          className="button small quiet"
          aria-label={t.liftOf(name)}
          aria-disabled={action.isRunning}
          onClick={() => void lift()}
        >
          {t.lift}
        </button>
      </p>
    </li>
  )
}
