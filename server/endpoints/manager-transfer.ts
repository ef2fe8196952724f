import type * as endpoints from '#protocol/web/manager-transfer.ts'
import { SECOND_MS, toSeconds } from '../lib/clock.ts'
import {
  agreeToManage,
  cancelTransfer,
  proveManager,
  RESEND_MS,
  sendSuccessorCode,
  STEP_MS,
  transferInfo,
  transferManager,
} from '../manager-transfer/manager-transfer.ts'
import { productNamesOf } from '../names/names.ts'
import { nameForOthers } from '../delivery/name-for-others.ts'
import type { Handlers } from './handler.ts'

const stepSeconds = STEP_MS / SECOND_MS

/** Handlers of `protocol/web/manager-transfer.ts`. */
export const managerTransfer = {
  proveManager: async (payload, context) => ({
    verify_ticket: await proveManager(context, payload, payload.code),
    expire_time: stepSeconds,
  }),

  sendSuccessorCode: async (payload, context) => ({
    channel: await sendSuccessorCode(context, payload, {
      ticket: payload.verify_ticket,
      memberId: payload.to_sec_member_id,
    }),
    retry_time: RESEND_MS / SECOND_MS,
    expire_time: stepSeconds,
  }),

  agreeToManage: async (payload, context) => {
    const { code, verify_ticket: ticket } = payload
    await agreeToManage(context, payload, { ticket, code })
    return { expire_time: stepSeconds }
  },

  transferManager: (payload, context) =>
    transferManager(context, payload, {
      ticket: payload.verify_ticket,
      memberId: payload.to_sec_member_id,
    }),

  transferInfo: async (payload, context) => {
    const { app, language, services } = context
    const { hold, found } = await transferInfo(context, payload)
    const productNames = productNamesOf(services.config, app)
    const shown = (name = ''): string =>
      name && nameForOthers(name, 'inviter', language, productNames)
    return {
      state: found?.transfer.state ?? '',
      from_name: shown(found?.from),
      to_name: shown(found?.to),
      expire_time: found === undefined ? 0 : toSeconds(found.transfer.expiresAt),
      hold_until: hold,
    }
  },

  cancelTransfer: async (payload, context) => {
    await cancelTransfer(context, payload)
    return {}
  },
} satisfies Handlers<typeof endpoints>
