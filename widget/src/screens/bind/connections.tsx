import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ConnectionRow, ConnectionsFlow } from '../../flows/connections.ts'
import { bindTexts } from '../../messages/bind.ts'
import type { StartView } from '../../settings.ts'
import { useFrame } from '../../ui/frame.tsx'
import { part } from '../../ui/part.ts'
import { Bones } from '../own/gate.tsx'
import { ProofStep, Row, RowButton, SignInAgain, TaskNotice } from '../own/parts.tsx'
import { ownTexts } from '../../messages/own.ts'
import { marks } from '../providers/marks.tsx'

/** The accounts elsewhere that open this one; nothing where the server offers none. */
export function Connections(props: {
  flow: ConnectionsFlow
  /** Above the list, where there is one. */
  title?: ReactNode
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow } = props
  const { texts } = useFrame()
  const t = bindTexts[texts.language]
  const rows = useStore(flow.$rows)
  const step = useStore(flow.$step)
  const list = useRef<HTMLUListElement>(null)
  const removed = step.at === 'list' ? step.removed : undefined
  useEffect(() => {
    if (removed) list.current?.focus()
  }, [removed])
  if (step.at === 'proof') {
    return <ProofStep proof={step.proof} why={t.unlinkWhy(step.row.title)} />
  }
  if (step.at === 'sign-in-again') return <SignInAgain onGo={props.onGo} onClose={flow.close} />
  if (rows === undefined) return <Bones label={ownTexts[texts.language].loading} count={2} />
  if (rows.length === 0) return null
  return (
    <div {...part('listed')}>
      {props.title}
      <TaskNotice task={flow} info={removed && t.unlinked(removed.title)} />
      <ul {...part('rows')} ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <Connection key={row.platform} flow={flow} row={row} />
        ))}
      </ul>
    </div>
  )
}

function Connection({ flow, row }: { flow: ConnectionsFlow; row: ConnectionRow }): ReactNode {
  const { settings, texts } = useFrame()
  const t = bindTexts[texts.language]
  const isBusy = useStore(flow.$isBusy)
  const label = (
    <span {...part('mark')}>
      {marks[row.platform]}
      {row.title}
    </span>
  )
  if (row.linked !== undefined) {
    return (
      <Row label={label} value={row.linked}>
        <RowButton
          label={t.unlinkOf(row.title)}
          isBusy={isBusy}
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
        {...part('small')}
        href={row.href}
        aria-label={t.linkOf(row.title)}
        onClick={(event) => {
          const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
          if (settings.popup && isPlain && flow.open(row)) event.preventDefault()
        }}
      >
        {t.link}
      </a>
    </Row>
  )
}
