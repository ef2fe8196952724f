import { useEffect, useMemo, type ReactNode } from 'react'
import type * as qrParts from './lazy-parts.ts'
import type { QrFlow } from '../../flows/qr.ts'
import type { Instance } from '../../../base/instance.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { Waiting } from '../../../ui/waiting.tsx'

const loadParts = (): Promise<typeof qrParts> => import('./lazy-parts.ts')

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
  const { loaded: parts, waiting } = useLoaded(loadParts)
  const flow = useMemo(() => parts && begin(parts.createQrFlow), [parts, begin])
  const t = useMessages().qr
  useEffect(() => () => flow?.dispose(), [flow])
  if (waiting.hasFailed) return <Waiting {...waiting} />
  if (parts && flow) return props.children(parts, flow)
  return (
    <div {...partProps('qr')}>
      <div {...partProps('qr-code', 'qr-none')} />
      <output {...partProps('qr-status')}>{t.loading}</output>
    </div>
  )
}
