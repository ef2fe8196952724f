import { describe, expect, test } from 'vitest'
import { readSettings, type Attributes } from '../../widget/src/base/settings.ts'

const surroundings = { server: 'https://id.example.com', language: 'ja-JP' }
const read = (attributes: Attributes) => readSettings({ aid: '1001', ...attributes }, surroundings)

test('fills in defaults', () => {
  expect(read({})).toEqual({
    attributeErrors: [],
    settings: {
      aid: 1001,
      subjectAid: undefined,
      server: 'https://id.example.com',
      interface: 'web',
      view: 'login',
      methods: ['password', 'code'],
      hasPasskey: true,
      language: 'ja',
      next: '',
      prompt: 'none',
      pages: undefined,
      oidcTitle: '',
      providers: [],
      providersFirst: false,
      popup: false,
      isDialog: false,
      redirectUri: '',
      state: '',
      codeChallenge: '',
      signUpBy: 'address',
      verifyFirst: false,
      ticket: '',
      profileKey: '',
      service: '',
      telemetry: undefined,
      region: undefined,
      captchaShowMode: 'mask',
      captchaSideSlide: false,
    },
  })
})

describe('accepts', () => {
  test.each([
    [{ server: '' }, { server: '' }],
    [{ server: 'https://id.example.org/path' }, { server: 'https://id.example.org' }],
    [{ methods: 'code' }, { methods: ['code'] }],
    [{ providers: 'vercel github' }, { providers: ['github', 'vercel'] }],
    [{ popup: '' }, { popup: true }],
    [{ presentation: 'dialog' }, { isDialog: true }],
    [{ methods: 'code, password' }, { methods: ['password', 'code'] }],
    [{ lang: 'zh-Hant' }, { language: 'zh' }],
    [{ lang: 'fr' }, { language: 'en' }],
    [{ next: '/orders?of=today' }, { next: '/orders?of=today' }],
    [{ region: 'va' }, { region: 'va' }],
    [{ pages: '' }, { pages: '' }],
    [{ pages: '/ja/' }, { pages: '/ja' }],
    [{ 'captcha-side-slide': '' }, { captchaSideSlide: true }],
    [{ 'captcha-side-slide': 'false' }, { captchaSideSlide: false }],
    [{ 'subject-aid': '7' }, { subjectAid: 7 }],
    [{ 'sign-up-by': 'user-name' }, { signUpBy: 'user-name' }],
    [{ 'verify-first': '' }, { verifyFirst: true }],
    [{ 'verify-first': 'false' }, { verifyFirst: false }],
    [{ ticket: 'abc' }, { ticket: 'abc' }],
    [{ 'profile-key': 'abc' }, { profileKey: 'abc' }],
    [{ service: 'https://app.example/open' }, { service: 'https://app.example/open' }],
  ] as const)('%o', (attributes, settings) => {
    const { settings: given, attributeErrors } = read(attributes)
    expect(given).toMatchObject(settings)
    expect(attributeErrors).toEqual([])
  })
})

test.each([
  [{ methods: 'password code' }, { methods: ['password', 'code'], hasPasskey: false }],
  [{ methods: 'code passkey' }, { methods: ['code'], hasPasskey: true }],
  [{ methods: 'passkey' }, { methods: ['password', 'code'], hasPasskey: true }],
  [{ interface: 'app' }, { hasPasskey: false }],
] as const)('reads from %o whether passkeys are offered', (attributes, settings) => {
  expect(read(attributes)).toMatchObject({ settings, attributeErrors: [] })
})

describe('ignores and reports', () => {
  test.each([
    [{ aid: '-1' }, { aid: 0 }],
    [{ 'subject-aid': 'x' }, { subjectAid: undefined }],
    [{ server: 'ftp://id.example.com' }, { server: 'https://id.example.com' }],
    [{ next: 'javascript:alert(1)' }, { next: '' }],
    [{ next: 'data:text/html,hello' }, { next: '' }],
    [{ view: 'blocked' }, { view: 'login' }],
    [{ service: 'javascript:alert(1)' }, { service: '' }],
    [{ 'sign-up-by': 'fingers' }, { signUpBy: 'address' }],
    [{ interface: 'desktop' }, { interface: 'web' }],
    [{ providers: 'myspace' }, { providers: [] }],
    [{ methods: 'fingers' }, { methods: ['password', 'code'] }],
    [{ region: 'mars' }, { region: undefined }],
    [{ theme: 'sepia' }, {}],
    [{ 'captcha-show-mode': 'popup' }, { captchaShowMode: 'mask' }],
  ] as const)('%o', (attributes, settings) => {
    const [attribute, value] = Object.entries(attributes)[0] ?? []
    const { settings: given, attributeErrors } = read(attributes)
    expect(given).toMatchObject(settings)
    expect(attributeErrors).toMatchObject([{ attribute, value }])
    expect(attributeErrors[0]?.message).toMatch(/^write /)
  })
})
