import type { User } from '#protocol/objects.ts'
import { emailBind, emailChange, mobileBind, mobileChange } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import type { Client } from '../../../widget/src/client/index.ts'

/** Kind of an address. */
export type Channel = 'email' | 'mobile'

/** How far the change of an address has come. */
export type Step =
  /** A code to an address the account has shows that its owner is here. */
  | { at: 'owner'; by: Channel; sentTo: string }
  /** The new address is asked for. */
  | { at: 'address'; ticket: string | undefined }
  /** A code to the new address shows that it is theirs. */
  | { at: 'code'; ticket: string | undefined; address: string }

/** Code types: to an address the account has, to one that replaces it, to one that is added. */
const types = {
  owner: { mobile: 22, email: 11 },
  change: 20,
  bind: { mobile: 17, email: 8 },
} as const

/** Where the owner can be asked: the address in question first, since it is the one to be told. */
export function ownerChannel(user: User, channel: Channel): Channel | undefined {
  const other = channel === 'email' ? 'mobile' : 'email'
  return [channel, other].find((one): one is Channel => user[one as Channel] !== '')
}

/** Asks the owner by a code to an address of the account, and answers where it went. */
export async function askOwner(client: Client, by: Channel): Promise<Step> {
  const reply = await client.send(sendCode, { type: types.owner[by] })
  return { at: 'owner', by, sentTo: reply[by] ?? '' }
}

/** Takes the owner's code for the ticket of the next step. */
export async function showOwner(client: Client, by: Channel, code: string): Promise<Step> {
  const { ticket } = await client.send(validateCode, { type: types.owner[by], code })
  return { at: 'address', ticket }
}

/** Sends a code to the new address. */
export async function askNew(
  client: Client,
  channel: Channel,
  address: string,
  ticket: string | undefined,
  isReplacing: boolean,
): Promise<Step> {
  await client.send(sendCode, {
    ...target(channel, address),
    type: isReplacing ? types.change : types.bind[channel],
  })
  return { at: 'code', ticket, address }
}

/** Ends the change with the code that came to the new address. */
export async function finish(
  client: Client,
  channel: Channel,
  { address, ticket = '' }: { address: string; ticket: string | undefined },
  code: string,
  isReplacing: boolean,
): Promise<void> {
  if (channel === 'email') {
    if (isReplacing) await client.send(emailChange, { ticket, email: address, code })
    else await client.send(emailBind, { email: address, code, ...(ticket && { ticket }) })
  } else if (isReplacing) await client.send(mobileChange, { ticket, mobile: address, code })
  else await client.send(mobileBind, { mobile: address, code, ...(ticket && { ticket }) })
}

function target(channel: Channel, address: string): { email: string } | { mobile: string } {
  return channel === 'email' ? { email: address } : { mobile: address }
}
