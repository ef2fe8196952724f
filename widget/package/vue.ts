import type { DefineComponent } from 'vue'
import type { PassportEventName, PassportEvents } from '../src/base/events.ts'
import type { PassportLoginAttributes, PassportLoginProperties } from '../src/base/public.ts'

type Emits = {
  [Name in PassportEventName]: (event: CustomEvent<PassportEvents[Name]>) => void
}

declare module 'vue' {
  interface GlobalComponents {
    'passport-login': DefineComponent<
      PassportLoginAttributes & PassportLoginProperties,
      object,
      object,
      // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no computed properties
      Record<never, never>,
      // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no methods
      Record<never, never>,
      object,
      object,
      Emits
    >
  }
}
