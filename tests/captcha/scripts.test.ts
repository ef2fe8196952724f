import { describe, expect, test } from 'vitest'
import { captchaScripts } from '../../server/captcha/scripts.ts'

const alone = ['https://id.example.com']
const manifest = {
  entries: { captcha: { file: 'assets/captcha-1.js', integrity: 'sha384-abc' } },
  main: 'assets/main.js',
}

describe('the settings', () => {
  test('name the script at the first origin and the others as backups', () => {
    const settings = captchaScripts(manifest, {
      sg: ['https://id.example.com', 'https://backup.example.net'],
      va: ['https://id.example.com'],
    })
    expect(settings.js_v2.sg).toBe('https://id.example.com/assets/captcha-1.js')
    expect(settings.back_up_js_v2.sg).toEqual(['https://backup.example.net/assets/captcha-1.js'])
    expect(settings).toMatchObject({
      host: { sg: 'https://id.example.com', va: 'https://id.example.com' },
      height: 303,
      width: 300,
    })
    expect(settings.integrity).toEqual({ sg: 'sha384-abc', va: 'sha384-abc' })
  })

  test('try a single origin twice, the second time past caches', () => {
    const settings = captchaScripts(manifest, { sg: alone, va: alone })
    expect(settings.back_up_js_v2.va).toEqual(['https://id.example.com/assets/captcha-1.js?again'])
  })

  test('cannot be created from a build without the script', () => {
    expect(() => captchaScripts({ entries: {} }, { sg: alone, va: alone })).toThrow('build again')
  })
})
