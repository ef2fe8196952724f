import type { UndoneKind } from '../../undone.ts'

/** Sentences about what an objection took back, and what the person has to look at, in English. */
export const undoneMessages: UndoneMessages = {
  former_address: (name) => `${name} is back in your account.`,
  former_address_taken: (name) => `${name} belongs to another account by now: contact support.`,
  address: (name) => `${name} was removed.`,
  address_kept: (name) =>
    `${name} was added, and is the only way in: if it is not yours, contact support.`,
  connection: (name) => `${name} was unlinked.`,
  connection_kept: (name) =>
    `${name} was linked, and is the only way in: if it is not yours, contact support.`,
  method: (name) => `The authenticator app ${name} was removed.`,
  recovery_codes: () => 'The new recovery codes no longer work. Make others on your account page.',
  recovery_code_used: () =>
    'Somebody used one of your recovery codes, and may have the others: make new ones on your account page.',
  passkey: (name) => `The passkey ${name} was removed.`,
  level: () => 'Signing in asks for what it asked before.',
  recovery: () => 'The recovery of your account was cancelled.',
  program: (name) => `“${name}” no longer has access.`,
  password: () => 'The password no longer works.',
  name: (name) => `Your name is ${name} again.`,
  user_name: (name) =>
    name === '' ? 'The username was removed.' : `Your username is ${name} again.`,
  user_name_taken: (name) =>
    `Your username ${name} belongs to somebody else by now: choose another one.`,
  membership: (name) => `You are no longer a member of ${name}.`,
  organization_kept: (name) => `You are the manager of ${name}: delete it if you do not want it.`,
  organization_acts: (name) =>
    `Somebody acted for ${name} as you. Invitations sent since then are cancelled: look at its members and its record.`,
}

/** Messages that each language has. */
export type UndoneMessages = Record<UndoneKind, (name: string) => string>
