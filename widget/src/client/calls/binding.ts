import type { Channel } from '#protocol/code-types.ts'
import * as endpoints from '#protocol/web/binding.ts'
import { authSwitchBind } from '#protocol/web/providers.ts'
import { toFlag, type Send } from './send.ts'

/** Kind of address, and the change to make. */
interface Plan {
  does: 'add' | 'change' | 'remove'
  channel: Channel
}

/** The call that a proof is for. */
export function provedCall({ does, channel }: Plan): { readonly operation: string } {
  const { emailBind, emailChange, emailUnbind, mobileBind, mobileChange, mobileUnbind } = endpoints
  if (does === 'add') return channel === 'email' ? emailBind : mobileBind
  if (does === 'change') return channel === 'email' ? emailChange : mobileChange
  return channel === 'email' ? emailUnbind : mobileUnbind
}

/** Makes an address the account's, as its code shows; a change always takes the ticket of a proof. */
export async function setAddress(
  send: Send,
  { does, channel }: Plan,
  address: string,
  proof: { ticket?: string; code: string; signsOutOthers: boolean },
) {
  const { ticket = '', code } = proof
  const common = { code, sign_out_others: toFlag(proof.signsOutOthers) }
  if (does === 'change') {
    await (channel === 'email'
      ? send(endpoints.emailChange, { ticket, email: address, ...common })
      : send(endpoints.mobileChange, { ticket, mobile: address, ...common }))
  } else {
    const proved = ticket === '' ? common : { ticket, ...common }
    await (channel === 'email'
      ? send(endpoints.emailBind, { email: address, ...proved })
      : send(endpoints.mobileBind, { mobile: address, ...proved }))
  }
}

/** Moves an address or a linked account here from another account, by the key of a rejection. */
export async function moveHere(send: Send, what: Channel | 'connection', key: string) {
  const call = { profile_key: key, change_bind: 1 } as const
  if (what === 'connection') await send(authSwitchBind, call)
  else {
    const { emailSwitchBind, mobileSwitchBind } = endpoints
    await send(what === 'email' ? emailSwitchBind : mobileSwitchBind, call)
  }
}

/** Takes an address away from the account. */
export async function removeAddress(
  send: Send,
  { channel }: Plan,
  { ticket, signsOutOthers }: { ticket: string; signsOutOthers: boolean },
) {
  const endpoint = channel === 'email' ? endpoints.emailUnbind : endpoints.mobileUnbind
  await send(endpoint, { ticket, sign_out_others: toFlag(signsOutOthers) })
}
