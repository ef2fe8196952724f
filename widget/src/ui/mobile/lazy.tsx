import { useCallback, useRef, type ReactNode } from 'react'
import type { MobileField, MobileFieldProps } from './field.tsx'
import type * as phoneMetadata from './phone-metadata.ts'
import { useLoaded } from '../use-loaded.ts'

interface Loaded {
  Show: typeof MobileField
  numbers: typeof phoneMetadata
  /** Text that was typed into the other field until then. */
  typed: string | undefined
}

/** The field for mobile numbers once its code is here, and another field until then. */
export function LazyMobile(props: MobileFieldProps & { children: ReactNode }): ReactNode {
  const typed = useRef<string>(undefined)
  const load = useCallback(async (): Promise<Loaded> => {
    const code = [import('./field.tsx'), import('./phone-metadata.ts')] as const
    const [{ MobileField: Show }, numbers] = await Promise.all(code)
    return { Show, numbers, typed: typed.current }
  }, [])
  // After a failure the other field stays, which takes numbers too.
  const { loaded } = useLoaded(load)
  return loaded ? (
    <loaded.Show {...props} start={loaded.typed ?? props.start} numbers={loaded.numbers} />
  ) : (
    <div
      onInput={(event) => {
        if (event.target instanceof HTMLInputElement) typed.current = event.target.value
      }}
    >
      {props.children}
    </div>
  )
}
