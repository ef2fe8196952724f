import type { DefineComponent } from 'vue'
import type { AccountEvents, PassportEvents } from '../src/base/events.ts'
import type {
  AccountEventName,
  PassportAccountAttributes,
  PassportAccountProperties,
  PassportLoginAttributes,
  PassportLoginProperties,
} from '../src/base/public.ts'

type Element<Props, Events> = DefineComponent<
  Props,
  object,
  object,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no computed properties
  Record<never, never>,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no methods
  Record<never, never>,
  object,
  object,
  { [Name in keyof Events]: (event: CustomEvent<Events[Name]>) => void }
>

declare module 'vue' {
  interface GlobalComponents {
    'passport-login': Element<PassportLoginAttributes & PassportLoginProperties, PassportEvents>
    'passport-account': Element<
      PassportAccountAttributes & PassportAccountProperties,
      Pick<AccountEvents, AccountEventName>
    >
  }
}
