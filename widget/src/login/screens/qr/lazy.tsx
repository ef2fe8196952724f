import { useEffect, useState, type ReactNode } from 'react'
import type * as qrParts from './lazy-parts.ts'
import type { QrFlow } from '../../flows/qr.ts'
import type { Instance } from '../../../base/instance.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { Waiting } from '../../../ui/waiting.tsx'

/**
 * Loads the sign-in by QR code and runs it while it is shown. Until it is loaded, it looks as it does
 * while the code comes.
 */
export function LazyQr(props: {
  /** Makes a flow of the element that shows it. */
  begin: (create: (instance: Instance) => QrFlow) => QrFlow
  children: (parts: typeof qrParts, flow: QrFlow) => ReactNode
}): ReactNode {
  const { begin } = props
  const [ready, setReady] = useState<{ parts: typeof qrParts; flow: QrFlow } | 'failed'>()
  const [tries, setTries] = useState(0)
  const t = useMessages().qr
  useEffect(() => {
    let isOver = false
    let flow: QrFlow | undefined
    import('./lazy-parts.ts').then(
      (parts) => {
        if (isOver) return
        flow = begin(parts.createQrFlow)
        setReady({ parts, flow })
      },
      () => setReady('failed'),
    )
    return () => {
      isOver = true
      flow?.dispose()
    }
  }, [begin, tries])
  if (ready === 'failed') {
    const retry = (): void => {
      setReady(undefined)
      setTries(tries + 1)
    }
    return <Waiting hasFailed failures={tries + 1} onRetry={retry} />
  }
  if (ready !== undefined) return props.children(ready.parts, ready.flow)
  return (
    <div {...partProps('qr')}>
      <div {...partProps('qr-code', 'qr-none')} />
      <output {...partProps('qr-status')}>{t.loading}</output>
    </div>
  )
}
