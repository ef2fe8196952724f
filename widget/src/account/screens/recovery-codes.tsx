import { useEffect, useRef, type ReactNode } from 'react'
import { ActionButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { RecoveryCodesFlow } from '../flows/recovery-codes.ts'
import { Row } from './account/parts.tsx'
import { useRoom } from './room.tsx'

/** How many codes are left, and a button that makes others. */
export function RecoveryCodes(props: { flow: RecoveryCodesFlow; left: number }): ReactNode {
  const { flow, left } = props
  const { room, t } = useRoom()
  const words = t.recoveryCodes
  return (
    <ul {...partProps('rows')} aria-label={words.title}>
      <Row label={words.title} value={words.left(left)}>
        <RowButton
          onClick={() =>
            room.ask({
              title: words.question,
              text: words.questionText,
              button: words.make,
              isDanger: false,
              act: flow.make,
            })
          }
        >
          {words.make}
        </RowButton>
      </Row>
    </ul>
  )
}

/** New codes, with ways to keep them. */
export function FreshCodes(props: { codes: readonly string[]; onSaved: () => void }): ReactNode {
  const { room, t } = useRoom()
  const { prefix, settings } = useFrame()
  const panel = useRef<HTMLElement>(null)
  const words = t.recoveryCodes
  const shown = props.codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
  const title = words.titleOf(settings.server ? new URL(settings.server).host : location.host)
  const text = [title, words.text, ...shown].join('\n') + '\n'
  // Pages without https have none.
  const { clipboard } = navigator as Partial<Navigator>
  useEffect(() => panel.current?.focus(), [])
  return (
    <section {...partProps('edit')} aria-labelledby={`${prefix}-codes`} tabIndex={-1} ref={panel}>
      <span {...partProps('label')} id={`${prefix}-codes`}>
        {words.save}
      </span>
      <p {...partProps('text')}>{words.saveText}</p>
      <ol {...partProps('codes')} translate="no">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div {...partProps('row-acts')}>
        <RowButton onClick={() => saveFile(words.fileName, text, 'text/plain')}>
          {words.download}
        </RowButton>
        {clipboard && (
          <RowButton
            onClick={() => {
              clipboard.writeText(text).then(
                () => room.showNotice(words.copied),
                () => room.showNotice(words.notCopied, 'failed'),
              )
            }}
          >
            {words.copy}
          </RowButton>
        )}
        <RowButton onClick={() => printText(title, text)}>{words.print}</RowButton>
      </div>
      <ActionButton onClick={props.onSaved}>{words.saved}</ActionButton>
    </section>
  )
}

/** Prints a text alone, not the page around it. */
function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return
  page.title = title
  page.body.append(Object.assign(page.createElement('pre'), { textContent: text }))
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
