import type { Channel, CodeTypeNumber } from './code-types.ts'
import type { PolicyMethod } from './organization-fields.ts'

/** `first` signs in, `second` confirms a sign-in, `stepUp` a sensitive step, `recovery` sets a new password. */
export type MethodUse = 'first' | 'second' | 'stepUp' | 'recovery'

/** Kind of proof; two-step verification needs another factor than the first step. */
export type Factor =
  | 'knowledge'
  | 'mailbox'
  | 'phone'
  | 'linkedAccount'
  | 'session'
  | 'device'
  | 'savedCode'

/** How strongly a person was proved. */
export type Level = 1 | 2 | 3

interface SignInMethod {
  readonly factor: Factor
  /** Assurance level that it gives, alone or as the second proof; 1 by default. */
  readonly level?: Level
  readonly uses: readonly MethodUse[]
  /** What clients read in `amr` (RFC 8176); none for a proof that was given elsewhere. */
  readonly amr: readonly string[]
  /** What the rules of an organization call it; required of methods that sign in. */
  readonly policyMethod?: PolicyMethod
  /** Value of `verify_way`; required of methods used as a second proof. */
  readonly wireName?: string
  /** Type of the code sent to the account's own address. */
  readonly codeType?: CodeTypeNumber
}

/** Every sign-in method, in the order in which people are offered a choice. */
export const signInMethods = {
  passkey: {
    factor: 'device',
    level: 3,
    uses: ['first', 'second', 'stepUp'],
    amr: ['pop', 'user', 'mfa'],
    policyMethod: 'passkey',
    wireName: 'passkey_verify',
  },
  authenticatorApp: {
    factor: 'device',
    level: 2,
    uses: ['second', 'stepUp'],
    amr: ['otp'],
    wireName: 'totp_verify',
  },
  smsCode: {
    factor: 'phone',
    uses: ['first', 'second', 'stepUp', 'recovery'],
    amr: ['sms'],
    policyMethod: 'code',
    wireName: 'mobile_sms_verify',
    codeType: 22,
  },
  emailCode: {
    factor: 'mailbox',
    uses: ['first', 'second', 'stepUp', 'recovery'],
    amr: ['otp'],
    policyMethod: 'code',
    wireName: 'email_code_verify',
    codeType: 11,
  },
  password: {
    factor: 'knowledge',
    uses: ['first', 'second', 'stepUp'],
    amr: ['pwd'],
    policyMethod: 'password',
    wireName: 'pwd_verify',
  },
  recoveryCode: {
    factor: 'savedCode',
    level: 2,
    uses: ['second', 'stepUp'],
    amr: ['otp'],
    wireName: 'recovery_code_verify',
  },
  provider: {
    factor: 'linkedAccount',
    uses: ['first', 'stepUp'],
    amr: [],
    policyMethod: 'third_party',
  },
  qrCode: { factor: 'session', uses: ['first'], amr: [], policyMethod: 'qr' },
} as const satisfies Record<string, SignInMethod>

/** Name of a sign-in method; `Record<SignInMethodName, …>` forces a table to be complete. */
export type SignInMethodName = keyof typeof signInMethods

/** Whether this version of the server knows a method; a newer one may have stored others. */
export function isSignInMethod(name: string): name is SignInMethodName {
  return Object.hasOwn(signInMethods, name)
}

/** Returns the level that a method gives; 1 for one that this version does not know. */
export function levelOfMethod(name: string): Level {
  const method: SignInMethod | undefined = isSignInMethod(name) ? signInMethods[name] : undefined
  return method?.level ?? 1
}

/** Names of the methods that may be used for something. */
export type MethodsFor<Use extends MethodUse> = {
  [Name in SignInMethodName]: Use extends (typeof signInMethods)[Name]['uses'][number]
    ? Name
    : never
}[SignInMethodName]

/** Name of a method in `verify_way` and `verify_ways`. */
export type MethodWireName = (typeof signInMethods)[MethodsFor<'second'>]['wireName']

/** The method whose code goes to an address of this channel. */
export const codeMethods = {
  mobile: 'smsCode',
  email: 'emailCode',
} as const satisfies Record<Channel, SignInMethodName>

const { smsCode, emailCode } = signInMethods

/** Code type of the methods whose code goes to an address of the account, by their `verify_way`. */
export const addressCodeTypes = {
  [smsCode.wireName]: smsCode.codeType,
  [emailCode.wireName]: emailCode.codeType,
} as const

/** Value of `verify_way` of a method whose code goes to an address. */
export type AddressCodeWireName = keyof typeof addressCodeTypes

/** Whether a proof is a code that goes to an address of the account, not a secret that the person has. */
export function isAddressCode(wireName: string): wireName is AddressCodeWireName {
  return Object.hasOwn(addressCodeTypes, wireName)
}

/** Whether a method may be used for something. */
export function serves<Use extends MethodUse>(
  name: SignInMethodName,
  use: Use,
): name is MethodsFor<Use> {
  return (signInMethods[name].uses as readonly MethodUse[]).includes(use)
}

/** Returns the methods that may be used for something, in the order in which they are offered. */
export function methodsFor<Use extends MethodUse>(use: Use): MethodsFor<Use>[] {
  const names = Object.keys(signInMethods) as SignInMethodName[]
  return names.filter((name) => serves(name, use))
}

/** Every value of `verify_way`, in the order in which the methods are offered. */
export const methodWireNames: readonly MethodWireName[] = methodsFor('second').map(
  (name) => signInMethods[name].wireName,
)
