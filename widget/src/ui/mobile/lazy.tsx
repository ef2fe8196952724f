import { useEffect, useState, type ReactNode } from 'react'
import { withTexts } from '../../messages/by-language.ts'
import type { MobileField, MobileFieldProps } from './field.tsx'
import type * as phoneMetadata from './phone-metadata.ts'

interface Loaded {
  Show: typeof MobileField
  numbers: typeof phoneMetadata
}

/** The field for mobile numbers once its code is here, and another field until then. */
export function LazyMobile(props: MobileFieldProps & { children: ReactNode }): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isHere = true
    Promise.all([withTexts(import('./field.tsx')), import('./phone-metadata.ts')]).then(
      ([{ MobileField: Show }, numbers]) => isHere && setLoaded({ Show, numbers }),
      // The other field takes numbers too.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  return loaded ? <loaded.Show {...props} numbers={loaded.numbers} /> : props.children
}
