import type { Channel } from '#protocol/code-types.ts'
import {
  emailBind,
  emailChange,
  emailSwitchBind,
  emailUnbind,
  mobileBind,
  mobileChange,
  mobileSwitchBind,
  mobileUnbind,
} from '#protocol/web/binding.ts'
import type { Client, SendOptions } from '../client/index.ts'

type Mark = 0 | 1

/** Kind of address, and the change to make. */
interface Plan {
  does: 'add' | 'change' | 'remove'
  channel: Channel
}

/** The call that a proof is for. */
export function provedCall({ does, channel }: Plan): { readonly operation: string } {
  if (does === 'add') return channel === 'email' ? emailBind : mobileBind
  if (does === 'change') return channel === 'email' ? emailChange : mobileChange
  return channel === 'email' ? emailUnbind : mobileUnbind
}

/** Makes an address the account's, as its code shows; a change always takes the ticket of a proof. */
export async function setAddress(
  client: Client,
  { does, channel }: Plan,
  address: string,
  { ticket = '', ...common }: { ticket?: string; code: string; sign_out_others: Mark },
  options: SendOptions,
): Promise<void> {
  if (does === 'change') {
    await (channel === 'email'
      ? client.send(emailChange, { ticket, email: address, ...common }, options)
      : client.send(mobileChange, { ticket, mobile: address, ...common }, options))
  } else {
    const proved = ticket === '' ? common : { ticket, ...common }
    await (channel === 'email'
      ? client.send(emailBind, { email: address, ...proved }, options)
      : client.send(mobileBind, { mobile: address, ...proved }, options))
  }
}

/** Moves an address here from the account that has it, by the key of a rejection. */
export async function moveAddress(
  client: Client,
  channel: Channel,
  key: string,
  options: SendOptions,
): Promise<void> {
  const endpoint = channel === 'email' ? emailSwitchBind : mobileSwitchBind
  await client.send(endpoint, { profile_key: key, change_bind: 1 }, options)
}

/** Takes an address away from the account. */
export async function removeAddress(
  client: Client,
  { channel }: Plan,
  call: { ticket: string; sign_out_others: Mark },
  options: SendOptions,
): Promise<void> {
  const endpoint = channel === 'email' ? emailUnbind : mobileUnbind
  await client.send(endpoint, call, options)
}
