import { describe, expect, test } from 'vitest'
import {
  CHALLENGE_TTL_MS,
  PASS_TTL_MS,
  REFRESHES,
  WRONG_ANSWERS,
} from '#protocol/captcha/challenge.ts'
import { DETAIL_BYTES } from '#protocol/captcha/decision.ts'
import { kindCodes } from '#protocol/captcha/kind-codes.ts'
import { REQUEST_TIMEOUT_MS } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { MAX_PASSWORD_LENGTH } from '#protocol/fields.ts'
import { allEndpoints } from '#protocol/index.ts'
import { BATCH_EVENTS, BATCH_MS, MONITOR_VERSION, sampling } from '#protocol/telemetry-kinds.ts'
import { DELETION_DELAY_MS } from '../../../server/account-deletion/account-deletion.ts'
import { MAX_WRONG_CODES } from '../../../server/codes/code-attempts.ts'
import { CODE_LENGTH, MAX_TRIES } from '../../../server/codes/codes.ts'
import { readConfig } from '../../../server/config/config.ts'
import { CSRF_COOKIE_SECONDS } from '../../../server/http/cookies.ts'
import { FORM_BYTES, JSON_BYTES } from '../../../server/http/request-body.ts'
import {
  MAX_FAILURES,
  FAILURES_BEFORE_WAIT,
  MAX_WAIT_SECONDS,
} from '../../../server/passwords/password-attempts.ts'
import { readPolicy } from '../../../server/policy/policy.ts'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import {
  QR_FETCH_MS,
  QR_INTERVAL_MS,
  QR_LIFE_MS,
  QR_POLL_MS,
  QR_SCANNED_MS,
} from '../../../server/qr-sign-in/qr.ts'
import { SESSION_IDLE_MS, SESSION_MS } from '../../../server/sessions/sessions.ts'
import { SSO_TICKET_MS } from '../../../server/sso/sso-ticket.ts'
import { CODE_LIFE_MS } from '../../../server/store/code-repository.ts'
import { FORMER_ADDRESS_MS } from '../../../server/store/former-address-repository.ts'
import { DEVICE_TRUST_MS } from '../../../server/store/trusted-device-repository.ts'
import { TICKET_LIFE_MS } from '../../../server/tickets/tickets.ts'
import { VERIFICATION_LIFE_MS, VERIFICATION_TRIES } from '../../../server/two-step/verifications.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const KIB = 1024

const config = readConfig({})
const policy = readPolicy(
  '',
  allEndpoints.map(({ operation }) => operation),
)

describe('times, limits and numbers:', () => {
  test.each([
    ['digits of a code', CODE_LENGTH, 6],
    ['life of a code', CODE_LIFE_MS, 600 * SECOND],
    ['tries of a code', MAX_TRIES, 5],
    ['seconds between two codes', config.RESEND_SECONDS, 60],
    ['codes to one address in an hour', config.CODES_PER_TARGET_HOUR, 5],
    ['codes to one address in a day', config.CODES_PER_TARGET_DAY, 10],
    ['codes asked for by one network in an hour', config.CODES_PER_ADDRESS_HOUR, 100],
    ['codes asked for by one network in a day', config.CODES_PER_ADDRESS_DAY, 500],
    ['codes asked for by one browser in an hour', config.CODES_PER_WEB_ID_HOUR, 10],
    ['wrong codes in a row that close an address', MAX_WRONG_CODES, 100],
    ['minutes in which a browser is known as a person', policy.captcha.human_minutes, 10],

    ['wrong passwords before a captcha', policy.captcha.wrong_passwords, 3],
    ['wrong passwords of one network before one', config.FAILURES_BEFORE_CAPTCHA, 10],
    ['wrong passwords before a wait', FAILURES_BEFORE_WAIT, 6],
    ['longest wait in seconds', MAX_WAIT_SECONDS, 900],
    ['wrong passwords that close the way', MAX_FAILURES, 100],
    ['longest password', MAX_PASSWORD_LENGTH, 128],
    ['memory of a hash in KiB', config.HASH_MEMORY_KIB, 19_456],
    ['passes of a hash', config.HASH_PASSES, 2],
    ['trust in a device', DEVICE_TRUST_MS, 90 * DAY],

    ['life of a second verification', VERIFICATION_LIFE_MS, 600 * SECOND],
    ['tries of a second verification', VERIFICATION_TRIES, 5],
    ['life of a ticket', TICKET_LIFE_MS, 600 * SECOND],
    ['life of a ticket for another host', SSO_TICKET_MS, 60 * SECOND],
    ['longest session', SESSION_MS, 30 * DAY],
    ['longest idle session', SESSION_IDLE_MS, 14 * DAY],
    ['grace of a closed account', DELETION_DELAY_MS, 15 * DAY],
    ['time to put an address back', FORMER_ADDRESS_MS, 72 * HOUR],
    ['seconds of the CSRF cookie', CSRF_COOKIE_SECONDS, 5_184_000],

    ['life of a QR code', QR_LIFE_MS, 180 * SECOND],
    ['more of it once it was scanned', QR_SCANNED_MS, 60 * SECOND],
    ['time to fetch what was confirmed', QR_FETCH_MS, 60 * SECOND],
    ['time between two polls, as it is told', QR_INTERVAL_MS, 2000],
    ['the least that is taken', QR_POLL_MS, 1000],

    ['time to solve a captcha', CHALLENGE_TTL_MS, 180 * SECOND],
    ['wrong answers to a captcha', WRONG_ANSWERS, 3],
    ['refreshes of a captcha', REFRESHES, 1],
    ['life of a pass', PASS_TTL_MS, 120 * SECOND],
    ['longest detail of a decision', DETAIL_BYTES, KIB],

    ['largest form', FORM_BYTES, 64 * KIB],
    ['largest batch', JSON_BYTES, 256 * KIB],
    ['largest picture', MAX_PICTURE_BYTES, 10 * KIB * KIB],
    ['time a client waits', REQUEST_TIMEOUT_MS, 5 * SECOND],
    ['events of a batch', BATCH_EVENTS, 20],
    ['time a batch waits', BATCH_MS, SECOND],
  ])('%s', (_, present, promised) => {
    expect(present).toBe(promised)
  })

  test('samples, versions and kind codes', () => {
    expect(MONITOR_VERSION).toBe('2.0.7')
    expect(new Set(Object.values(sampling))).toEqual(new Set([0.01, 1]))
    expect(kindCodes).toEqual({ text: '3059', '3d': '3060', whirl: '99996', slide: '99999' })
  })

  // Numbers that existing clients of this protocol family use.
  test.each([
    ['too_often', 7],
    ['bad_app', 16],
    ['session_expired', 1000],
    ['has_registered', 1001],
    ['mobile_empty', 1002],
    ['mobile_error', 1003],
    ['binding_not_exist', 1006],
    ['mobile_has_bound', 1007],
    ['unregistered', 1008],
    ['password_error', 1009],
    ['password_empty', 1010],
    ['password_auth_failed', 1012],
    ['code_type_error', 1015],
    ['platform_unauthorized', 1021],
    ['connect_switch', 1030],
    ['last_binding', 1038],
    ['need_code_verify', 1039],
    ['connect_exist', 1041],
    ['ticket_expired', 1042],
    ['mobile_bound_need_jump', 1057],
    ['account_cancelling', 1075],
    ['account_banned', 1091],
    ['account_limited', 1092],
    ['device_banned', 1093],
    ['captcha_slide', 1105],
    ['code_missing', 1201],
    ['code_error', 1202],
    ['code_expired', 1203],
    ['code_type_mismatch', 1204],
    ['code_send_error', 1205],
    ['code_frequency', 1206],
    ['code_superseded', 1207],
    ['platform_unusual', 1905],
    ['platform_unavailable', 1906],
    ['csrf_error', 2035],
    ['second_verify', 2046],
    ['system_busy', 2156],
    ['bad_parameter', 8001],
    ['choose_identity', 8110],
    ['not_member', 8201],
    ['frozen', 8202],
    ['qr_unknown', 8301],
    ['seal_bad', 8601],
  ] as const)('number of %s', (name, code) => {
    expect(errors[name].code).toBe(code)
  })
})
