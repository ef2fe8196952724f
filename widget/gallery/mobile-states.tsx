import type { ReactNode } from 'react'
import type { Messages } from '../src/messages/messages.ts'
import { MobileField } from '../src/ui/mobile/field.tsx'
import * as numbers from '../src/ui/mobile/phone-metadata.ts'
import { partProps } from '../src/ui/part-props.ts'
import { each, nothing } from './fixtures.tsx'

/** Every state of the field for mobile numbers. */
export function mobileStates({ common }: Messages): Record<string, ReactNode> {
  const states = {
    empty: { start: '' },
    filled: { start: '+819012345678' },
    'of a long code': { start: '+12642351234' },
    'country open': { start: '09012345678', error: common.needCountryCode },
    'too short': { start: '0901', error: common.needMobile },
    countries: { start: '+442079460018', isOpen: true },
  }
  return each(states, (state) => (
    <form {...partProps('form')}>
      <MobileField {...state} numbers={numbers} onEmail={nothing} />
    </form>
  ))
}
