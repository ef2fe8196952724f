import { nextUrlOf } from '../apps/next-url.ts'
import type { Reply } from '#protocol/endpoint.ts'
import type { Family } from '#protocol/families.ts'
import type * as endpoints from '#protocol/web/qr.ts'
import { SECOND_MS, toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { QR_BROWSER_COOKIE, qrBrowserCookie, readCookie } from '../http/cookies.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { QrCode } from '../store/qr-repository.ts'
import {
  drawQr,
  MAX_CODES_PER_NETWORK,
  QR_INTERVAL_MS,
  QR_LIFE_MS,
  stateAt,
} from '../qr-sign-in/qr.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { maskAddress } from '../lib/address.ts'
import { answerQr, requesterOf, isUnknownNetwork, redeemQr } from '../qr-sign-in/answer-qr.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { issueSsoTicket } from '../sso/sso-ticket.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'

/** Handlers of `protocol/web/qr.ts`. */
export const qr = {
  getQrcode: async (call, context) => {
    const next = call.next ?? call.service
    const bindHash = bindBrowser(context)
    const shown = await showCode(
      context,
      bindHash,
      next === undefined ? '' : nextUrlOf(context, next),
    )
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
    const code = await codes.poll(call.token, context.app.aid, bindHashes(context))
    const isNamed = hasNames(context.family)
    const interval = QR_INTERVAL_MS
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
          ...(await renew(context, code)),
        }
    }
  },

  scanQrcode: async (call, context) => {
    const { accountId, id: sessionId } = signedIn(context)
    const { services } = context
    const scanner = { accountId, sessionId, aid: context.app.aid }
    const code = await services.qr.scan(call.token, scanner)
    const asker = await requesterOf(services, code)
    return {
      status: hasNames(context.family) ? 'scanned' : '2',
      client: {
        ip_city: asker.place,
        user_agent: asker.device,
        requested_at: toSeconds(asker.requestedAt),
      },
      app_name: asker.appName,
      next_origin: asker.nextOrigin,
      ...(asker.numbers.length === 0 ? {} : { numbers: asker.numbers.join(',') }),
    }
  },

  confirmQrcode: async (call, context) => {
    const session = signedIn(context)
    const { services } = context
    if (call.action === 'confirm') {
      const code = await services.qr.owned(call.token, session.accountId)
      await checkRisk(context, session.account, {
        firstFactor: 'session',
        subject: code.id,
        isNewNetwork: await isUnknownNetwork(services, session, context.caller, code),
      })
    }
    const { accountId, id: sessionId } = session
    const scanner = { accountId, sessionId, aid: context.app.aid }
    const answer = { token: call.token, action: call.action, number: call.number }
    const to = await answerQr(services, context, scanner, answer)
    if (hasNames(context.family)) return { status: to }
    return { status: to === 'confirmed' ? '3' : '5' }
  },
} satisfies Handlers<typeof endpoints>

type Poll = Reply<typeof endpoints.checkQrconnect>

async function enter(context: Context, code: QrCode, wanted: string | undefined): Promise<Poll> {
  try {
    await ensureSameNetwork(context, code)
    const next = code.next === '' ? wanted : code.next
    const user = await signIn(context, next, async (tx) => ({
      ...(await redeemQr(tx, code)),
      isNew: false,
    }))
    // The host that asked for the sign-in is another than this one: it needs a ticket.
    const handed =
      next === undefined || hasNames(context.family)
        ? undefined
        : await issueSsoTicket(context, { accountId: code.scannedBy, id: code.answeredIn }, next)
    const redirect = handed?.redirect_url ?? user.redirect_url
    return {
      status: hasNames(context.family) ? 'confirmed' : '3',
      interval: QR_INTERVAL_MS,
      user_data: user,
      login_subject_uid: user.login_subject_uid,
      user_identity_id: user.user_identity_id,
      ...(redirect === undefined ? {} : { redirect_url: redirect }),
    }
  } catch (error) {
    if (error instanceof PassportError && error.error === 'qr_used') return used(context)
    throw error
  }
}

// The person has agreed to a browser on the network that the phone has shown.
async function ensureSameNetwork(context: Context, code: QrCode): Promise<void> {
  const { accounts, qr: codes } = context.services
  if (code.network === context.caller.prefix) return
  const account = await accounts.byId(code.scannedBy)
  if (account === undefined) return
  try {
    await checkRisk(context, account, {
      firstFactor: 'session',
      subject: code.id,
      isNewNetwork: true,
      isPolled: true,
    })
  } catch (error) {
    const isOpen = error instanceof PassportError && error.error === 'second_verify'
    if (isOpen) await codes.hold(code)
    throw error
  }
}

function used(context: Context): Poll {
  return {
    status: hasNames(context.family) ? 'expired' : '5',
    sub_status: 'utilised',
    interval: QR_INTERVAL_MS,
  }
}

interface Shown {
  token: string
  qrcode: string
  qrcode_index_url: string
  expire_time: number
  match_number?: number
}

async function renew(context: Context, code: QrCode): Promise<Partial<Shown>> {
  if (!(await context.services.qr.renew(code))) return {}
  // The cookie of a page that stays open must not run out before the page's codes do.
  const cookie = bindCookieOf(context)
  if (cookie !== undefined) setBindCookie(context, cookie)
  return (await showCode(context, code.bindHash, code.next)) ?? {}
}

async function showCode(
  context: Context,
  bindHash: string,
  next: string,
): Promise<Shown | undefined> {
  const { app, caller, services } = context
  const { config, qr: codes, rateLimits, transaction } = services
  await rateLimits.spend([
    { key: `qr codes ${caller.prefix}`, max: MAX_CODES_PER_NETWORK, windowMs: QR_LIFE_MS },
  ])
  const request = {
    aid: app.aid,
    bindHash,
    holder: hashToken(`${caller.prefix} ${caller.webId || caller.userAgent}`),
    network: caller.prefix,
    place: maskAddress(caller.address),
    device: describeDevice(caller.userAgent),
    next,
  }
  const opened = await transaction((tx) => tx.qr.open(request))
  if (opened === undefined) return undefined
  const query = new URLSearchParams({ aid: String(app.aid), token: opened.scanToken })
  const url = `${config.PUBLIC_ORIGIN}/passport/web/scan_qrcode?${query.toString()}`
  return {
    token: opened.pollToken,
    qrcode: `${app.settings.qr_data_uri ? 'data:image/png;base64,' : ''}${await drawQr(url)}`,
    qrcode_index_url: url,
    expire_time: toSeconds(opened.code.expiresAt),
    ...(app.settings.qr_number_match ? { match_number: codes.numbersOf(opened.code).shown } : {}),
  }
}

/** `J***`: enough for people to recognise themselves. */
function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`
}

// The old host and sso speak in digits; never in 4, which its readers understand differently.
function hasNames(family: Family): boolean {
  return family !== 'sso' && family !== 'root'
}

function bindBrowser(context: Context): string {
  const cookie = bindCookieOf(context) ?? makeToken()
  setBindCookie(context, cookie)
  const isFree = !isBrowser(context) && context.app.settings.qr_programs === 'accept'
  return isFree ? '' : hashToken(cookie)
}

// What was handed to a program may never end in a browser: it would sign a stranger in there.
function bindHashes(context: Context): string[] {
  const cookie = bindCookieOf(context)
  const own = cookie === undefined ? 'none' : hashToken(cookie)
  return isBrowser(context) ? [own] : [own, '']
}

function isBrowser(context: Context): boolean {
  return context.header('origin') !== undefined || context.header('sec-fetch-site') !== undefined
}

function bindCookieOf(context: Context): string | undefined {
  const cookie = readCookie(context.header('cookie'), QR_BROWSER_COOKIE)
  return isToken(cookie) ? cookie : undefined
}

function setBindCookie(context: Context, value: string): void {
  const { config } = context.services
  context.setCookie(qrBrowserCookie(config, value, context.header('origin')))
}
