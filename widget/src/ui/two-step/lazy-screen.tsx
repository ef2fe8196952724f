import { useEffect, useState, type ReactNode } from 'react'
import type { Instance } from '../../base/instance.ts'
import type { TwoStepRequest } from '../../base/two-step-request.ts'
import { partProps } from '../part-props.ts'
import type { TwoStepScreen } from './screen.tsx'

/** Shows a two-step verification once its code is loaded, and then gives the focus back. */
export function LazyTwoStepScreen(props: {
  instance: Instance
  request: TwoStepRequest
}): ReactNode {
  const { request } = props
  const [Loaded, setLoaded] = useState<typeof TwoStepScreen>()
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    import('./screen.tsx').then((chunk) => setLoaded(() => chunk.TwoStepScreen), request.fail)
    return () => {
      // The form is visible again only after this task.
      setTimeout(() => opener instanceof HTMLElement && opener.focus())
    }
  }, [request, opener])
  const [first] = request.wanted.ways
  return <div {...partProps('card')}>{Loaded && first && <Loaded {...props} first={first} />}</div>
}
