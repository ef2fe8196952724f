import type { Reply } from '#protocol/endpoint.ts'
import type { Family } from '#protocol/families.ts'
import type * as endpoints from '#protocol/web/qr.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import { requireOwnPage } from '../apps/require-origin.ts'
import { signedIn } from '../calls/call.ts'
import { SECOND_MS, toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { answerQr, isUnknownNetwork, requesterOf, scannerOf } from '../sign-in/answer-qr.ts'
import { bindBrowser, bindHashesOf } from '../qr-sign-in/bind-browser.ts'
import { QR_INTERVAL_MS, QR_LIFE_MS, stateAt } from '../qr-sign-in/qr.ts'
import { noteEnd } from '../qr-sign-in/note-end.ts'
import { renewQr, showQr } from '../sign-in/show-qr.ts'
import { loginByQr } from '../sign-in/qr-login.ts'
import { issueSsoTicket } from '../sso/sso-ticket.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import type { Context, Handlers } from './handler.ts'
import type { QrCode } from '../store/schema/proofs.ts'

/** Handlers of `protocol/web/qr.ts`. */
export const qr = {
  getQrcode: async (call, context) => {
    const next = call.next ?? call.service
    const returnUrl = next === undefined ? '' : nextUrlOf(context, next)
    const shown = await showQr(context, bindBrowser(context), returnUrl)
    if (shown === undefined) {
      throw new PassportError('too_often', { retry_after: QR_LIFE_MS / SECOND_MS })
    }
    return {
      ...shown,
      interval: QR_INTERVAL_MS,
      app_name: context.app.name,
      web_name: context.services.config.PRODUCT_NAME,
    }
  },

  checkQrconnect: async (call, context) => {
    const { accounts, pictures, qr: codes } = context.services
    const code = await codes.poll(call.token, context.app.aid, bindHashesOf(context))
    const isNamed = hasNames(context.family)
    const interval = QR_INTERVAL_MS
    await noteEnd(context, code)
    switch (stateAt(code, context.now)) {
      case 'new':
        return { status: isNamed ? 'new' : '1', interval }
      case 'scanned': {
        const account = await accounts.byId(code.scannedBy)
        return {
          status: isNamed ? 'scanned' : '2',
          interval,
          scan_user_info: {
            screen_name: maskName(account?.name ?? ''),
            avatar_url: pictures.urlOf(account?.avatarKey ?? null),
          },
          scan_app_id: code.scannedAid,
        }
      }
      case 'confirmed':
        return await enter(context, code, call.next ?? call.service)
      case 'refused':
        return { status: isNamed ? 'refused' : '5', sub_status: 'refused', interval }
      case 'utilised':
        return used(context)
      case 'expired':
        return {
          status: isNamed ? 'expired' : '5',
          sub_status: 'expired',
          interval,
          ...(await renewQr(context, code)),
        }
    }
  },

  scanQrcode: async (call, context) => {
    requireOwnPage(context)
    const { services } = context
    const code = await services.qr.scan(call.token, scannerOf(context, signedIn(context)))
    const requester = await requesterOf(services, code)
    return {
      status: hasNames(context.family) ? 'scanned' : '2',
      client: {
        ip_city: requester.maskedAddress,
        user_agent: requester.device,
        requested_at: toSeconds(requester.requestedAt),
      },
      app_name: requester.appName,
      next_origin: requester.nextOrigin,
      ...(requester.numbers.length === 0 ? {} : { numbers: requester.numbers.join(',') }),
    }
  },

  confirmQrcode: async (call, context) => {
    // A page that showed a code and confirmed it would take the session of its visitor elsewhere.
    requireOwnPage(context)
    const session = signedIn(context)
    const { services } = context
    if (call.action === 'confirm') {
      const code = await services.qr.findScanned(call.token, session.accountId)
      await checkRisk(context, session.account, {
        firstFactor: 'session',
        subject: code.id,
        isNewNetwork: await isUnknownNetwork(services, session, context.caller, code),
        // The device that signs in is asked for what its account demands.
        demand: services.policy.ruleFor(context.operation).level,
        held: session,
      })
    }
    const answer = { token: call.token, action: call.action, number: call.number }
    const to = await answerQr(services, context, scannerOf(context, session), answer)
    if (hasNames(context.family)) return { status: to }
    return { status: to === 'confirmed' ? '3' : '5' }
  },
} satisfies Handlers<typeof endpoints>

type Poll = Reply<typeof endpoints.checkQrconnect>

async function enter(
  context: Context,
  code: QrCode,
  requestedNext: string | undefined,
): Promise<Poll> {
  const next = code.next === '' ? requestedNext : code.next
  try {
    const user = await loginByQr(context, code, next)
    // The host that asked for the sign-in is another than this one, so it needs a ticket.
    const redirect =
      next === undefined || hasNames(context.family)
        ? undefined
        : await issueSsoTicket(context, { accountId: code.scannedBy, id: code.answeredIn }, next)
    const redirectUrl = redirect?.redirect_url ?? user.redirect_url
    return {
      status: hasNames(context.family) ? 'confirmed' : '3',
      interval: QR_INTERVAL_MS,
      user_data: user,
      login_subject_uid: user.login_subject_uid,
      user_identity_id: user.user_identity_id,
      ...(redirectUrl === undefined ? {} : { redirect_url: redirectUrl }),
    }
  } catch (error) {
    if (!(error instanceof PassportError) || error.error !== 'qr_used') throw error
    context.progress.refusal = error
    return used(context)
  }
}

function used(context: Context): Poll {
  return {
    status: hasNames(context.family) ? 'expired' : '5',
    sub_status: 'utilised',
    interval: QR_INTERVAL_MS,
  }
}

/** `J***`: enough for people to recognise themselves. */
function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`
}

// The old host and sso reply with digits; never with 4, which their clients understand differently.
function hasNames(family: Family): boolean {
  return family !== 'sso' && family !== 'root'
}
