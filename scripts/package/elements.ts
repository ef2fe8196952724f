import {
  accountAttributes,
  accountEvents,
  attributes,
  events,
  type AttributeRow,
  type EventRow,
} from '../../widget/src/base/contract.ts'

/** An element of the package, as editors are told of it. */
export interface DescribedElement {
  tag: string
  className: string
  summary: string
  /** Modules that define it. */
  modules: readonly string[]
  attributes: Readonly<Record<string, AttributeRow>>
  events: Readonly<Record<string, EventRow>>
  /** Name of the type that has the details of its events. */
  eventsType: string
}

/** The elements of the package. */
export const describedElements: readonly DescribedElement[] = [
  {
    tag: 'passport-login',
    className: 'PassportLogin',
    summary: 'Signs people in, signs them up and resets passwords.',
    modules: ['passport-login.js', 'passport-login.lite.js'],
    attributes,
    events,
    eventsType: 'PassportEvents',
  },
  {
    tag: 'passport-account',
    className: 'PassportAccount',
    summary: 'Shows people their account: profile, security, devices, organizations and data.',
    modules: ['account.js'],
    attributes: accountAttributes,
    events: accountEvents,
    eventsType: 'AccountEvents',
  },
]
