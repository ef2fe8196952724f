import { pbkdf2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { createAdmin } from '../../support/admin-api.ts'

const problem = (name: string): string => `urn:passport:${name}`
const BCRYPT = '$2b$10$PQhSsH8bs8fDhRdx9e9Bo.IBYGgxCyCCpsYJqtG4nUkOvGmmTVGDe'

describe('making an account', () => {
  test('stores what is given, and lets its owner sign in', async () => {
    const { server, call, tokenId } = await createAdmin()
    const { status, body, headers } = await call('POST', '/users', {
      body: {
        email: 'New@Example.com',
        email_verified: true,
        mobile: '+819012345678',
        mobile_verified: true,
        username: 'newcomer',
        name: 'Nora',
        locale: 'ja',
        password: 'eight calm herons',
      },
    })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"/)
    expect(body).toMatchObject({
      email: 'new@example.com',
      email_verified: true,
      mobile: '+819012345678',
      username: 'newcomer',
      name: 'Nora',
      state: 'active',
      locale: 'ja',
      has_password: true,
      linked: [],
      external_ids: [],
    })
    const login = { email: 'new@example.com', password: 'eight calm herons' }
    expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
    const { events } = (await call('GET', `/users/${body.id}/events`)).body
    expect(events.at(-1)).toMatchObject({ kind: 'signed_up', by: `token:${tokenId}` })
    expect((await call('POST', '/users', { body: { username: 'newcomer' } })).body.type).toBe(
      problem('taken'),
    )
  })

  test('keeps an unproved address apart, and takes hashes of other products alone', async () => {
    const { call } = await createAdmin()
    const made = await call('POST', '/users', {
      body: { email: 'a@example.com', password_hash: BCRYPT },
    })
    expect(made.body).toMatchObject({ email_verified: false, has_password: true })
    expect((await call('GET', '/users?email=a@example.com')).body.users).toEqual([])
    for (const [password_hash, reason] of [
      ['5f4dcc3b5aa765d61d8327deb882cf99', 'unknown_form'],
      ['$2b$31$PQhSsH8bs8fDhRdx9e9Bo.IBYGgxCyCCpsYJqtG4nUkOvGmmTVGDe', 'cost_too_high'],
    ]) {
      const refused = await call('POST', '/users', {
        body: { email: 'b@example.com', password_hash },
      })
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'password_hash', reason }] },
      })
    }
  })

  test('takes a hash of 512 bytes, as passport-local-mongoose writes it', async () => {
    const { server, call } = await createAdmin()
    const password = 'eight calm herons'
    const hash = pbkdf2Sync(password, 'salt', 25_000, 512, 'sha256').toString('base64')
    const body = { username: 'newcomer', password_hash: `$pbkdf2-sha256$i=25000$c2FsdA$${hash}` }
    expect((await call('POST', '/users', { body })).status).toBe(201)
    const login = { username: 'newcomer', password }
    expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
  })

  test.each([
    [{}, 'email'],
    [{ mobile: '+819012345678' }, 'mobile_verified'],
    [{ username: 'someone', state: 'banned' }, 'state'],
    [{ username: 'someone', id: '1' }, 'id'],
    [{ username: 'someone', password_form: '' }, 'password_form'],
    [{ username: 'someone', name: 'a\u202eb' }, 'name'],
    [{ username: 'someone', name: 'Sable Support' }, 'name'],
    [{ username: 'ab', name: 'Ann' }, 'username'],
    [{ username: 'someone', app_id: 0 }, 'app_id'],
    [{ username: 'someone', app_id: 4711 }, 'app_id'],
    [{ username: 'someone', password: '12345678' }, 'password'],
    [{ email: 'ann@example.invalid' }, 'email'],
  ])('refuses %j', async (body, field) => {
    const { call } = await createAdmin()
    expect(await call('POST', '/users', { body })).toMatchObject({
      status: 422,
      body: { type: problem('invalid_fields'), errors: [{ field }] },
    })
    expect((await call('GET', '/users')).body.users).toEqual([])
  })

  test('says what a number without its country code lacks', async () => {
    const { call } = await createAdmin()
    const body = { mobile: '09012345678', mobile_verified: true }
    for (const refused of [
      await call('POST', '/users', { body }),
      await call('GET', '/users?mobile=09012345678'),
    ]) {
      expect(refused.body).toMatchObject({ errors: [{ field: 'mobile', reason: 'format' }] })
      expect(refused.body.detail).toContain('country code')
    }
  })

  test.each([
    [{ email: 'ann@example.com' }, 'email', 'ann@example.com'],
    [{ email: 'typed@example.com', username: 'newcomer' }, 'email', 'typed@example.com'],
    [{ mobile: '+819012345678', mobile_verified: true }, 'mobile', '+819012345678'],
    [{ email: 'new@example.com', username: 'captain' }, 'username', 'captain'],
  ])('names what another account has in %j', async (body, field, what) => {
    const { call } = await createAdmin()
    const ann = { email: 'ann@example.com', email_verified: true, username: 'captain' }
    const has = { ...ann, mobile: '+819012345678', mobile_verified: true }
    expect((await call('POST', '/users', { body: has })).status).toBe(201)
    await call('POST', '/users', { body: { email: 'typed@example.com' } })
    expect(await call('POST', '/users', { body })).toMatchObject({
      status: 409,
      body: {
        type: problem('taken'),
        detail: `"${what}" belongs to another account: find that one, or give something else.`,
        errors: [{ field, reason: 'taken' }],
      },
    })
  })

  test('says when the address of an erased account is free again', async () => {
    const { call } = await createAdmin({ CLOSED_ADDRESS_DAYS: '30' })
    const body = { email: 'gone@example.com', email_verified: true }
    const { id } = (await call('POST', '/users', { body })).body
    await call('DELETE', `/users/${id}`, { body: { reason: 'asked' } })
    expect(await call('POST', '/users', { body })).toMatchObject({
      status: 409,
      body: { type: problem('conflict'), detail: expect.stringContaining('CLOSED_ADDRESS_DAYS') },
    })
  })

  test('makes nobody again whose account is erased, by a late repetition', async () => {
    const { server, call } = await createAdmin()
    const headers = { 'idempotency-key': 'k-1' }
    const body = { email: 'gone@example.com', email_verified: true }
    const { id } = (await call('POST', '/users', { body, headers })).body
    await call('DELETE', `/users/${id}`, { body: { reason: 'asked' } })
    expect(await call('POST', '/users', { body, headers })).toMatchObject({
      status: 409,
      body: { type: problem('conflict') },
    })
    server.clock.passSeconds(86_401)
    expect((await call('POST', '/users', { body, headers })).status).toBe(201)
  })

  test('is done once for an idempotency key, for a day', async () => {
    const { server, call } = await createAdmin()
    const headers = { 'idempotency-key': 'k-1' }
    const body = { email: 'once@example.com', password: 'eight calm herons' }
    const [one, other] = await Promise.all([
      call('POST', '/users', { body, headers }),
      call('POST', '/users', { body, headers }),
    ])
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.body.id).toBe(other.body.id)
    const turned = { password: body.password, email: body.email }
    expect((await call('POST', '/users', { body: turned, headers })).body.id).toBe(one.body.id)
    const changed = { ...body, name: 'Other' }
    expect(await call('POST', '/users', { body: changed, headers })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'Idempotency-Key', reason: 'used' }] },
    })
    server.clock.passSeconds(86_401)
    const later = await call('POST', '/users', { body: { username: 'later' }, headers })
    expect(later.status).toBe(201)
    expect(later.body.id).not.toBe(one.body.id)
    const rows = await server.database.query.selectFrom('idempotencyKeys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('herons')
  })
})
