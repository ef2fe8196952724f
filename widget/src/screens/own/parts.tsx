import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { OwnProof } from '../../flows/own-proof.ts'
import type { Task } from '../../flows/task.ts'
import type { StartView } from '../../settings.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { part } from '../../ui/part.ts'
import { ProblemText } from '../problem-notice.tsx'
import { SecondVerifyView } from '../second-verify/screen.tsx'
import { SignInButton } from './gate.tsx'

/** Says what stands in the way of a whole step, and what went well before it. */
export function TaskNotice(props: {
  task: Pick<Task, '$problem'>
  info?: ReactNode
  onAgain?: (() => unknown) | false | undefined
}): ReactNode {
  const problem = useStore(props.task.$problem)
  return (
    <Notice
      error={
        problem &&
        problem.field === undefined && <ProblemText problem={problem} onAgain={props.onAgain} />
      }
      info={problem === undefined ? props.info : null}
    />
  )
}

/** Head of a step: what it is, why it is there, and what stands in its way. */
export function StepHead(props: {
  title: string
  text?: ReactNode
  task: Pick<Task, '$problem'>
  hasFocus?: boolean
}): ReactNode {
  return (
    <div {...part('head')}>
      <Heading hasFocus={props.hasFocus ?? true}>{props.title}</Heading>
      {props.text !== undefined && <p {...part('text', 'intro')}>{props.text}</p>}
      <TaskNotice task={props.task} />
    </div>
  )
}

/** Asks the person to show that the account is theirs, and says what for. */
export function ProofStep(props: { proof: OwnProof; why: string }): ReactNode {
  const { flow, ways } = props.proof
  return (
    <SecondVerifyView
      flow={flow}
      wanted={{ smsCodeKey: '', verifyTicket: '', ways, reason: props.why }}
    />
  )
}

/** For accounts that nothing can prove but another sign-in. */
export function SignInAgain(props: {
  onGo: (view: StartView) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages().own
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus>{t.signInAgain}</Heading>
        <p {...part('text', 'intro')}>{t.signInAgainText}</p>
      </div>
      <SignInButton onGo={props.onGo} />
      <Cancel onClick={props.onClose} />
    </>
  )
}

/** The way back out of a step. */
export function Cancel(props: { onClick: () => void; children?: ReactNode }): ReactNode {
  const t = useMessages().own
  return (
    <p {...part('foot')}>
      <LinkButton onClick={props.onClick}>{props.children ?? t.cancel}</LinkButton>
    </p>
  )
}

/** A box to tick, with what it means. */
export function Check(props: {
  name: string
  children: ReactNode
  error?: string | undefined
}): ReactNode {
  const { prefix } = useFrame()
  const id = `${prefix}-${props.name}`
  return (
    <div {...part('field')}>
      <label {...part('choice')} htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={props.name}
          aria-invalid={props.error === undefined ? undefined : true}
          aria-describedby={props.error === undefined ? undefined : `${id}-error`}
        />
        <span>{props.children}</span>
      </label>
      {props.error !== undefined && (
        <p {...part('error')} id={`${id}-error`}>
          {props.error}
        </p>
      )}
    </div>
  )
}

/** Offers to end all other sessions along with a change. */
export function SignOutOthers(): ReactNode {
  const t = useMessages().own
  return <Check name="sign_out_others">{t.signOutOthers}</Check>
}

/** What is wrong with a field of a form, by its name. */
export function useErrorOf(task: Pick<Task, '$problem'>): (field: string) => string | undefined {
  const problem = useStore(task.$problem)
  return (field) => (problem?.field === field ? problem.text : undefined)
}

/** One line of a list: what it is, what it says, and what can be done about it. */
export function Row(props: { label: ReactNode; value: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li {...part('row')}>
      <div {...part('row-text')}>
        <span {...part('label')}>{props.label}</span>
        <span {...part('row-value')}>{props.value}</span>
      </div>
      <div {...part('row-acts')}>{props.children}</div>
    </li>
  )
}

/** A small button in a line of a list; its name says of what it is. */
export function RowButton(props: {
  label: string
  isBusy?: boolean
  /** Takes the focus when it appears. */
  hasFocus?: boolean
  onClick: () => void
  children: ReactNode
}): ReactNode {
  return (
    <button
      type="button"
      {...part('small')}
      ref={props.hasFocus ? focusOnce : undefined}
      aria-label={props.label}
      aria-disabled={props.isBusy || undefined}
      onClick={props.isBusy ? undefined : props.onClick}
    >
      {props.children}
    </button>
  )
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
