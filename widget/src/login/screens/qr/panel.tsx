import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { QrFlow, QrState } from '../../flows/qr.ts'
import { drawPicture } from '../../../../captcha/modes/draw-picture.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { ActionButton } from '../../../ui/button.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { partProps } from '../../../ui/part-props.ts'

/** The QR code with its state. */
export function QrPanel(props: { flow: QrFlow }): ReactNode {
  const { flow } = props
  const state = useStore(flow.$state)
  const t = useMessages().qr
  return (
    <div {...partProps('qr')}>
      <Picture state={state} />
      {/* Always there, so that what changes in it is read out. */}
      <output {...partProps('qr-status')}>
        <Status state={state} />
      </output>
      {state.name === 'failed' && <LogId logId={state.logId} />}
      {['refused', 'expired', 'paused', 'failed'].includes(state.name) && (
        <ActionButton onClick={flow.renew}>{t.newCode}</ActionButton>
      )}
    </div>
  )
}

function Picture(props: { state: QrState }): ReactNode {
  const { state } = props
  const t = useMessages().qr
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = state.name === 'waiting' ? state.picture : ''
  useEffect(() => {
    if (canvas.current && picture !== '') void drawPicture(canvas.current, picture, 'image/png')
  }, [picture])
  switch (state.name) {
    case 'waiting':
      return (
        <canvas
          {...partProps('qr-code')}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need img-src
          role="img"
          aria-label={t.picture}
          ref={canvas}
        />
      )
    case 'scanned':
      return (
        <div {...partProps('qr-code', 'qr-who')} aria-hidden="true">
          {state.who.slice(0, 1)}
        </div>
      )
    case 'loading':
    case 'expired':
    case 'refused':
    case 'paused':
    case 'failed':
      return <div {...partProps('qr-code', 'qr-none')} aria-hidden="true" />
  }
}

function Status(props: { state: QrState }): ReactNode {
  const { state } = props
  const t = useMessages().qr
  switch (state.name) {
    case 'loading':
      return t.loading
    case 'waiting':
      return (
        <>
          {state.isOffline ? t.offline : t.instructions}
          <MatchNumber number={state.number} />
        </>
      )
    case 'scanned':
      return (
        <>
          <strong>{t.scanned}</strong>
          <br />
          {t.scannedBy(state.who)}
          <MatchNumber number={state.number} />
        </>
      )
    case 'refused':
      return (
        <>
          <strong>{t.refused}</strong>
          <br />
          {t.refusedText}
        </>
      )
    case 'expired':
      return <strong>{t.expired}</strong>
    case 'paused':
      return <strong>{t.paused}</strong>
    case 'failed':
      return (
        <>
          <strong>{t.failed}</strong>
          <br />
          {state.text}
        </>
      )
  }
}

function MatchNumber(props: { number: number | undefined }): ReactNode {
  const t = useMessages().qr
  if (props.number === undefined) return null
  return (
    <>
      <br />
      {t.number} <b {...partProps('qr-number')}>{props.number}</b>
    </>
  )
}
