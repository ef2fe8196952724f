import { defineAccount } from '../src/account/element.tsx'
import { screens } from '../src/screens.ts'
import { registerScreens } from '../src/ui/lazy-screens.ts'
import type { LoadOptions } from './loader.ts'

export type * from '../src/base/public.ts'

/** Defines `<passport-account>`; does nothing where there is no page, such as where markup is made. */
export function definePassportAccount({ server = '', sealRoot = '' }: LoadOptions = {}): void {
  if (typeof document === 'undefined') return
  registerScreens(screens)
  defineAccount({ server, sealRoot })
}
