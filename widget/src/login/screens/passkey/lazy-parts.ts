export { createPasskeySignIn } from '../../flows/passkey-sign-in.ts'
export { PasskeyState } from './state.tsx'
