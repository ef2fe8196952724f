import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type {
  LinkedAccountRow,
  LinkedAccountsFlow,
  LinkedAccountsStep,
} from '../../flows/linked-accounts.ts'
import type { StartView } from '../../../base/settings.ts'
import { focusOnce } from '../../../ui/focus-once.ts'
import { useFrame } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { RowButton } from '../../../ui/row-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Cancel, StepUpStep, Row, SignInAgain, ActionNotice } from '../account/parts.tsx'
import { marks } from '../../../ui/providers/marks.tsx'

/** Lists linked accounts; nothing where the server has no provider. */
export function LinkedAccounts(props: {
  flow: LinkedAccountsFlow
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow } = props
  const { messages } = useFrame()
  const t = messages.bind
  const rows = useStore(flow.$rows)
  const formError = useStore(flow.$formError)
  const step = useStore(flow.$step)
  const list = useRef<HTMLUListElement>(null)
  const removed = step.at === 'list' ? step.removed : undefined
  const left = step.at === 'list' ? step.left?.provider : undefined
  useEffect(() => {
    if (removed) list.current?.focus()
  }, [removed])
  if (step.at === 'proof') {
    const { title, linked } = step.row
    return (
      <StepUpStep
        proof={step.proof}
        why={linked === undefined ? t.linkWhy(title) : t.unlinkWhy(title)}
      />
    )
  }
  if (step.at === 'open') return <Open flow={flow} step={step} />
  if (step.at === 'sign-in-again') return <SignInAgain onGo={props.onGo} onClose={flow.close} />
  if (!rows && !formError) {
    return <Skeleton label={messages.own.loading} count={2} />
  }
  if (rows?.length === 0) return null
  return (
    <div {...partProps('listed')}>
      {rows && (
        <ul {...partProps('rows')} ref={list} tabIndex={-1}>
          {rows.map((row) => (
            <Connection key={row.provider} flow={flow} row={row} wasLeft={left === row.provider} />
          ))}
        </ul>
      )}
      <ActionNotice
        formAction={flow}
        info={removed && t.unlinked(removed.title)}
        onAgain={!rows && flow.load}
      />
    </div>
  )
}

/** A step of its own, since browsers open windows only after a click. */
function Open(props: {
  flow: LinkedAccountsFlow
  step: Extract<LinkedAccountsStep, { at: 'open' }>
}): ReactNode {
  const { flow, step } = props
  const { settings, messages } = useFrame()
  const t = messages.bind
  const { title } = step.row
  return (
    <>
      <Head title={t.linkOf(title)} text={t.proved(title)} />
      <a
        {...partProps('button')}
        href={step.href}
        onClick={(event) => {
          if (settings.popup && flow.open({ ...step.row, href: step.href })) event.preventDefault()
          flow.close()
        }}
      >
        {t.goTo(title)}
      </a>
      <ActionNotice formAction={flow} />
      <Cancel onClick={flow.close} />
    </>
  )
}

function Connection(props: {
  flow: LinkedAccountsFlow
  row: LinkedAccountRow
  /** Whether the person left from this row and is back. */
  wasLeft: boolean
}): ReactNode {
  const { flow, row, wasLeft } = props
  const { settings, messages } = useFrame()
  const t = messages.bind
  const isBusy = useStore(flow.$isBusy)
  const label = (
    <span {...partProps('mark')}>
      {marks[row.provider]}
      {row.title}
    </span>
  )
  if (row.linked !== undefined) {
    return (
      <Row label={label} value={row.linked}>
        <RowButton
          label={t.unlinkOf(row.title)}
          isBusy={isBusy}
          hasFocus={wasLeft}
          onClick={() => void flow.unlink(row)}
        >
          {t.unlink}
        </RowButton>
      </Row>
    )
  }
  return (
    <Row label={label} value={t.notLinked}>
      <a
        {...partProps('small')}
        ref={wasLeft ? focusOnce : undefined}
        href={row.href}
        aria-label={t.linkOf(row.title)}
        onClick={(event) => {
          const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
          if (flow.needsStepUp()) {
            event.preventDefault()
            flow.proveToLink(row)
          } else if (settings.popup && isPlain && flow.open(row)) event.preventDefault()
        }}
      >
        {t.link}
      </a>
    </Row>
  )
}
