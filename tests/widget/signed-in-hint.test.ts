import { beforeEach, expect, test, vi } from 'vitest'
import { CSRF_HEADER } from '#protocol/headers.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createCsrfToken } from '../../widget/src/client/csrf.ts'
import { createClient } from '../../widget/src/client/index.ts'
import { readSignedInHint } from '../../widget/src/client/signed-in-hint.ts'
import { makeWebId, readWebId } from '../../widget/src/client/web-id.ts'

const hint = (session: string): string => `su_${'A'.repeat(32)}.${session.repeat(16)}`

let cookies: string[]

// Like a browser's, for one host: `domain` names another cookie than the host's own.
beforeEach(() => {
  cookies = []
  vi.stubGlobal('location', { hostname: 'id.shop.example', protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return cookies.map((cookie) => cookie.split('; ')[0]).join('; ')
    },
    set cookie(line: string) {
      const domain = /domain=([^;]+)/.exec(line)?.[1]
      const suffix = domain === undefined ? '' : `; ${domain}`
      const name = line.slice(0, line.indexOf('='))
      cookies = cookies.filter((cookie) => {
        const [pair = '', of] = cookie.split('; ')
        return !(pair.startsWith(`${name}=`) && suffix === (of === undefined ? '' : `; ${of}`))
      })
      if (!line.includes('max-age=0')) cookies.push(`${line.split(';')[0]}${suffix}`)
    },
  })
})

/** A client whose next reply says that the session has ended; `meanwhile` happens before it comes. */
async function expire(meanwhile: () => void): Promise<void> {
  const body = { message: 'error', data: { name: 'session_expired', error_code: 1000 } }
  const client = createClient({
    aid: 1001,
    language: 'en',
    server: '',
    fingerprint: () => '',
    fetch: () => {
      meanwhile()
      return Promise.resolve(Response.json({ ...body, error_code: 1000 }))
    },
  })
  await expect(client.send(accountInfo, {})).rejects.toMatchObject({ name: 'session_expired' })
}

test('ends with the session that a call was made with', async () => {
  for (const place of ['', '; shop.example', '; id.shop.example']) {
    cookies = [`uid_tt=${hint('0')}${place}`, 'uid_tt=another; shop.example']
    if (place === '; shop.example') cookies.pop()
    await expire(() => undefined)
    expect(readSignedInHint()).toBeUndefined()
  }
})

test('stays if somebody signed in anew, or switched, before a late reply', async () => {
  cookies = [`uid_tt=${hint('0')}`]
  await expire(() => {
    cookies = [`uid_tt=${hint('1')}`]
  })
  expect(readSignedInHint()).toBe(hint('1'))
  cookies = []
  await expire(() => {
    cookies = [`uid_tt=${hint('2')}`]
  })
  expect(readSignedInHint()).toBe(hint('2'))
})

test('is not what another host keeps under the name', () => {
  for (const value of ['', 'k3v9x0q4d8m1z7c5b2n6', 'f'.repeat(32)]) {
    cookies = [`uid_tt=${value}`]
    expect(readSignedInHint()).toBeUndefined()
    cookies = [`uid_tt=${value}`, `uid_tt=${hint('0')}`]
    expect(readSignedInHint()).toBe(hint('0'))
  }
})

test('web id and CSRF token are found behind those of other hosts', () => {
  const webId = makeWebId()
  const [ours, theirs] = ['a'.repeat(64), 'b'.repeat(64)]
  const csrf = createCsrfToken('')
  for (const value of ['', 'k3v9x0q4', '{"a":1}']) {
    cookies = [`s_v_web_id=${value}`, `s_v_web_id=${webId}`]
    expect(readWebId()).toBe(webId)
    cookies = [`passport_csrf_token=${value}`, `passport_csrf_token=${ours}`]
    expect(csrf.read()).toBe(ours)
  }
  cookies = [`passport_csrf_token=${theirs}`, `passport_csrf_token=${ours}`]
  expect(csrf.read()).toBe(theirs)
  csrf.keep(new Response('', { headers: { [CSRF_HEADER]: ours } }))
  expect(csrf.read()).toBe(ours)
})
