import { createAddressCode } from './address-code.ts'

/** A code by text message to the account's mobile number. */
export const smsCode = createAddressCode('mobile')
