import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { MobileField, MobileFieldProps } from './field.tsx'
import type * as phoneMetadata from './phone-metadata.ts'

interface Loaded {
  Show: typeof MobileField
  numbers: typeof phoneMetadata
  /** Text that was typed into the other field until then. */
  typed: string | undefined
}

/** The field for mobile numbers once its code is here, and another field until then. */
export function LazyMobile(props: MobileFieldProps & { children: ReactNode }): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>()
  const typed = useRef<string>(undefined)
  useEffect(() => {
    let isHere = true
    Promise.all([import('./field.tsx'), import('./phone-metadata.ts')]).then(
      ([{ MobileField: Show }, numbers]) =>
        isHere && setLoaded({ Show, numbers, typed: typed.current }),
      // The other field takes numbers too.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
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
