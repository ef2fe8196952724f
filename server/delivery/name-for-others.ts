import { is } from 'superstruct'
import type { Language } from '#protocol/languages.ts'
import { plainName } from '#protocol/organization-fields.ts'
import { isReservedName, type ProductNames } from '../names/names.ts'
import { allMessages } from './messages/all-messages.ts'

/** Fields of messages and pages for others that hold names which people chose. */
export const chosenNames = ['organization', 'inviter', 'invited'] as const

/** Returns a name as others get it: a neutral word where it could become a link or speak for us. */
export function nameForOthers(
  name: string,
  field: (typeof chosenNames)[number],
  language: Language,
  productNames: ProductNames,
): string {
  const isAllowed = is(name, plainName) && !isReservedName(name, productNames)
  return isAllowed ? name : allMessages[language].mail.nameless[field]
}
