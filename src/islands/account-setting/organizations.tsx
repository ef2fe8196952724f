import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { Logo } from '../../../widget/src/account.tsx'
import { PassportError } from '../../../widget/src/client/index.ts'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { InvitationBlocks } from './invitation-blocks.tsx'
import { ListState } from './list-state.tsx'
import type { OwnMembership } from '../../../widget/src/client/calls/organizations.ts'
import type { WaitingInvitation } from '../../../widget/src/client/calls/own-invitations.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'

/** The organizations of a person: for which they act, who invites them, and creating one. */
export function Organizations(): ReactElement {
  const { organizations, messages } = useAccountPage()
  const memberships = useStore(organizations.$memberships)
  const invitations = useStore(organizations.$invitations)
  const list = useRef<HTMLUListElement>(null)
  const loaded = useLoaded(organizations.load)
  const t = messages.organizations
  const keepFocus = (): void => list.current?.focus()
  return (
    <Section name="organizations" title={t.title} text={t.text}>
      {memberships === undefined && <ListState loaded={loaded} label={t.loading} rows={1} />}
      {invitations.length > 0 && (
        <ul className="sessions invitations" aria-label={t.waiting}>
          {invitations.map((one) => (
            <Invitation key={one.invitationId} invitation={one} onAnswered={keepFocus} />
          ))}
        </ul>
      )}
      {memberships !== undefined && (
        <>
          <ul className="sessions" ref={list} tabIndex={-1} aria-label={t.title}>
            {memberships.map((one) => (
              <Row key={one.membershipId} membership={one} onChange={keepFocus} />
            ))}
          </ul>
          {memberships.length === 1 && <p className="field-hint">{t.none}</p>}
          <InvitationBlocks onLifted={keepFocus} />
          <Create />
        </>
      )}
    </Section>
  )
}

/** Notice that another tab switched the organization. */
export function ActingNotice(): ReactElement {
  const { organizations, messages } = useAccountPage()
  const elsewhere = useStore(organizations.$elsewhere)
  const t = messages.organizations
  const text = elsewhere && (elsewhere.name ? t.elsewhere(elsewhere.name) : t.elsewhereOneself)
  return (
    <output className={text === undefined ? 'visually-hidden' : 'notice acting-notice'}>
      {text}
    </output>
  )
}

function Row(props: { membership: OwnMembership; onChange: () => void }): ReactElement {
  const { membership, onChange } = props
  const { organizations, lang, messages } = useAccountPage()
  const action = useAction()
  const [isLeaving, setLeaving] = useState(false)
  const t = messages.organizations
  const isOneself = membership.organizationName === ''
  const isCurrent = membership.isCurrent
  const isFrozen = membership.isFrozen
  const name = isOneself ? t.oneself : membership.organizationLabel
  const as = membership.memberName && t.as(membership.memberName)
  const facts = [as, !isOneself && (membership.isManager ? t.manager : t.member)].filter(Boolean)

  async function act(): Promise<void> {
    // The button disappears when its action succeeds, so the focus moves before.
    onChange()
    await action.run(
      () => organizations.actAs(membership),
      isOneself ? t.actsOneself : t.acts(name),
    )
  }

  return (
    <li className="membership">
      <ScreenFrame name={`logo-${membership.membershipId}`}>
        <Logo
          url={membership.logoUrl}
          name={membership.organizationName || membership.memberName}
          part="logo"
        />
      </ScreenFrame>
      <div>
        <p className="session-device">
          {name}
          {isCurrent && <span className="session-here">{t.current}</span>}
          {isFrozen && <span className="session-here is-frozen">{t.frozen}</span>}
        </p>
        <p className="field-hint">{facts.join(' · ')}</p>
      </div>
      {isLeaving ? (
        <LeaveQuestion membership={membership} onLeft={onChange} onStay={() => setLeaving(false)} />
      ) : (
        <p className="buttons">
          {(isFrozen ? membership.isManager : isCurrent && !isOneself) && (
            <a
              className="button small quiet"
              href={pathIn(lang, '/account-setting/components/organization')}
            >
              {t.console}
            </a>
          )}
          {!isCurrent && !isFrozen && (
            <button
              className="button small quiet"
              aria-label={t.actFor(name)}
              aria-disabled={action.isRunning}
              onClick={() => void act()}
            >
              {t.act}
            </button>
          )}
          {!isOneself && !membership.isManager && !isFrozen && (
            <button
              className="button small quiet"
              aria-label={t.leaveOf(name)}
              onClick={() => setLeaving(true)}
            >
              {t.leave}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

function LeaveQuestion(props: {
  membership: OwnMembership
  onLeft: () => void
  onStay: () => void
}): ReactElement {
  const { membership } = props
  const { organizations, messages } = useAccountPage()
  const action = useAction()
  const stay = useRef<HTMLButtonElement>(null)
  const t = messages.organizations
  const name = membership.organizationLabel
  useEffect(() => stay.current?.focus(), [])

  async function leave(): Promise<void> {
    if (await action.run(() => organizations.leave(membership), t.left(name))) props.onLeft()
  }

  return (
    <fieldset className="leave-question">
      <legend className="visually-hidden">{t.leaveOf(name)}</legend>
      <p>{t.leaveText(name)}</p>
      <p className="buttons">
        <button
          className="button small danger"
          aria-disabled={action.isRunning}
          onClick={() => void leave()}
        >
          {t.leaveNow}
        </button>
        <button ref={stay} className="button small quiet" onClick={props.onStay}>
          {t.stay}
        </button>
      </p>
    </fieldset>
  )
}

function Invitation(props: {
  invitation: WaitingInvitation
  onAnswered: () => void
}): ReactElement {
  const { invitation } = props
  const { organizations, lang, messages } = useAccountPage()
  const action = useAction()
  const t = messages.organizations
  const name = invitation.organizationName
  const until = new Intl.DateTimeFormat(lang, { dateStyle: 'long' })
  const isOffer = invitation.isByDomain

  async function accept(): Promise<void> {
    let next: string | undefined
    const isDone = await action.run(async () => {
      next = await organizations.accept(invitation)
    }, t.acts(name))
    if (isDone) props.onAnswered()
    if (next !== undefined && next !== '/') location.assign(next)
  }

  async function decline(): Promise<void> {
    const isDone = await action.run(() => organizations.decline(invitation), t.declined(name))
    if (isDone) props.onAnswered()
  }

  return (
    <li>
      <div>
        <p className="session-device">
          {isOffer ? t.offered(name) : t.invited(invitation.inviterName, name)}
        </p>
        <p className="field-hint">
          {[
            t.as(invitation.memberName),
            !isOffer && t.until(until.format(invitation.expireTime * 1000)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="field-hint">{isOffer ? t.offeredHint : t.declineHint}</p>
      </div>
      <p className="buttons">
        <button
          className="button small"
          aria-label={t.acceptOf(name)}
          aria-disabled={action.isRunning}
          onClick={() => void accept()}
        >
          {t.accept}
        </button>
        {!isOffer && (
          <button
            className="button small quiet"
            aria-label={t.declineOf(name)}
            aria-disabled={action.isRunning}
            onClick={() => void decline()}
          >
            {t.decline}
          </button>
        )}
      </p>
    </li>
  )
}

/** Creates an organization; its manager acts for it from then on. */
function Create(): ReactElement {
  const { organizations, messages } = useAccountPage()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState('')
  const action = useAction()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const t = messages.organizations
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  function close(): void {
    setOpen(false)
    setProblem('')
    // It is back within this very moment.
    setTimeout(() => button.current?.focus())
  }

  async function create(): Promise<void> {
    const name = field.current?.value.trim() ?? ''
    let wrong = ''
    setProblem(name === '' ? t.needName : '')
    if (name === '') {
      field.current?.focus()
      return
    }
    const isMade = await action.run(async () => {
      try {
        await organizations.create(name)
      } catch (error) {
        if (!isNameError(error)) throw error
        wrong = error.message
      }
    }, undefined)
    if (wrong !== '') {
      setProblem(wrong)
      field.current?.focus()
    } else if (isMade) {
      toast.success(t.created(name))
      close()
    }
  }

  if (!isOpen) {
    return (
      <button ref={button} className="button small quiet" onClick={() => setOpen(true)}>
        {t.create}
      </button>
    )
  }
  return (
    <form
      className="organization-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <label htmlFor={id}>{t.name}</label>
      <input
        ref={field}
        id={id}
        maxLength={64}
        autoComplete="organization"
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-hint`}
      />
      <p className={problem === '' ? 'field-hint' : 'field-error'} id={`${id}-hint`}>
        {problem || t.nameHint}
      </p>
      <p className="buttons">
        <button className="button small" aria-disabled={action.isRunning}>
          {t.createNow}
        </button>
        <button type="button" className="button small quiet" onClick={close}>
          {t.cancel}
        </button>
      </p>
    </form>
  )
}

// Errors about the name are shown beside its field.
function isNameError(error: unknown): error is PassportError {
  return error instanceof PassportError && ['text_refused', 'bad_parameter'].includes(error.name)
}
