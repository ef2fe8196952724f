import { createAddressCode } from './address-code.ts'

/** A code by mail to the account's e-mail address. */
export const emailCode = createAddressCode('email')
