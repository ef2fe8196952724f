import { describe, expect, test } from 'vitest'
import { createLoader, loaderStatus } from '../../widget/captcha/loader.ts'
import type { LoaderParts, ScriptAttempt } from '../../widget/captcha/loader.ts'
import type { Mount } from '../../widget/captcha/registry.ts'

const primary = 'https://id.example.com/captcha.js'
const backups = ['https://one.example.net/captcha.js', 'https://two.example.net/captcha.js']

const mount: Mount = () => () => {}

interface Running {
  address: string
  integrity: string | undefined
  isAbandoned: boolean
  load(registered?: Mount): void
  fail(): void
}

/** Scripts that load when the test says so, and a clock that runs when the test says so. */
function createStage(parts: Partial<LoaderParts> = {}) {
  const scripts: Running[] = []
  const warnings: [name: string, address: string][] = []
  let settingsAsked = 0
  let now = 0
  const timers = new Map<number, { run: () => void; at: number }>()
  let lastTimer = 0

  function insertScript(address: string, integrity: string | undefined): ScriptAttempt {
    const running: Running = {
      address,
      integrity,
      isAbandoned: false,
      load: () => {},
      fail: () => {},
    }
    const loaded = new Promise<Mount | undefined>((resolve, reject) => {
      running.load = resolve
      running.fail = () => reject(new Error('Failed to load SDK!'))
    })
    scripts.push(running)
    return {
      loaded,
      abandon: () => {
        running.isAbandoned = true
      },
    }
  }

  const loader = createLoader({
    region: 'sg',
    fetchSettings: async () => {
      settingsAsked += 1
      return {
        js_v2: { sg: primary },
        back_up_js_v2: { sg: backups },
        integrity: { sg: 'sha384-abc' },
        scene_level: 'p0',
      }
    },
    insertScript,
    warn: (error, address) => warnings.push([error.name, address]),
    // The loader only passes the number to clearTimeout.
    setTimeout: (run, ms) => {
      timers.set(++lastTimer, { run, at: now + ms })
      return lastTimer as unknown as ReturnType<typeof setTimeout>
    },
    clearTimeout: (timer) => timers.delete(timer as unknown as number),
    ...parts,
  })

  return {
    loader,
    scripts,
    warnings,
    settingsAsked: () => settingsAsked,
    pending: () => timers.size,
    async pass(ms: number) {
      now += ms
      for (const [timer, { run, at }] of timers) {
        if (at > now) continue
        timers.delete(timer)
        run()
      }
      await settle()
    },
  }
}

/** Lets everything that only waits for promises happen. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}

describe('the loader', () => {
  test('loads the address of the settings with its integrity', async () => {
    const { loader, scripts, pending } = createStage()
    expect(loader.status).toBe(loaderStatus.idle)
    const loading = loader.load()
    expect(loader.status).toBe(loaderStatus.loading)
    await settle()
    expect(scripts.map(({ address, integrity }) => [address, integrity])).toEqual([
      [primary, 'sha384-abc'],
    ])
    scripts[0]?.load(mount)
    expect(await loading).toBe(mount)
    expect(loader.status).toBe(loaderStatus.loaded)
    expect(pending()).toBe(0)
  })

  test('loads once for concurrent and later requests', async () => {
    const { loader, scripts, settingsAsked } = createStage()
    const both = Promise.all([loader.load(), loader.load()])
    await settle()
    scripts[0]?.load(mount)
    await both
    await loader.load()
    expect(settingsAsked()).toBe(1)
    expect(scripts).toHaveLength(1)
  })

  test('tries the fallback addresses in order', async () => {
    const { loader, scripts, warnings } = createStage()
    const loading = loader.load()
    await settle()
    scripts[0]?.fail()
    await settle()
    scripts[1]?.fail()
    await settle()
    scripts[2]?.load(mount)
    expect(await loading).toBe(mount)
    expect(scripts.map(({ address }) => address)).toEqual([primary, ...backups])
    expect(warnings).toEqual([
      ['Error', primary],
      ['Error', backups[0]],
    ])
  })

  test('waits 4000 ms for an address', async () => {
    const { loader, scripts, warnings, pass } = createStage()
    const loading = loader.load()
    await settle()
    await pass(3999)
    expect(scripts).toHaveLength(1)
    await pass(1)
    expect(scripts).toHaveLength(2)
    expect(scripts[0]?.isAbandoned).toBe(true)
    expect(warnings).toEqual([['LoadJSSDKMoreTan4000ms', primary]])
    scripts[1]?.load(mount)
    await loading
  })

  test('ignores a script that loads too late', async () => {
    const { loader, scripts, pass } = createStage()
    const loading = loader.load()
    await settle()
    await pass(4000)
    const late: Mount = () => () => {}
    scripts[0]?.load(late)
    await settle()
    expect(loader.status).toBe(loaderStatus.loading)
    scripts[1]?.load(mount)
    expect(await loading).toBe(mount)
  })

  test('rejects a page instead of the script', async () => {
    const { loader, scripts } = createStage()
    const loading = loader.load()
    await settle()
    scripts[0]?.load(undefined)
    await settle()
    scripts[1]?.load(mount)
    expect(await loading).toBe(mount)
  })

  test('fails when every address failed, and can be retried', async () => {
    const { loader, scripts, settingsAsked, warnings } = createStage()
    const first = loader.load()
    for (const at of [0, 1, 2]) {
      await settle()
      scripts[at]?.fail()
    }
    await expect(first).rejects.toThrow('loadJSSDK init error')
    expect(loader.status).toBe(loaderStatus.failed)
    // Reported as well, although the captcha can still be passed by proof of work.
    expect(warnings.at(-1)).toEqual(['Error', ''])
    const second = loader.load()
    expect(loader.status).toBe(loaderStatus.loading)
    await settle()
    scripts[3]?.load(mount)
    expect(await second).toBe(mount)
    expect(settingsAsked()).toBe(2)
  })

  test('gives up the settings request after 20 seconds', async () => {
    let signal: AbortSignal | undefined
    const { loader, pass, warnings } = createStage({
      fetchSettings: (given) => {
        signal = given
        return new Promise(() => {})
      },
    })
    const loading = loader.load()
    const outcome = expect(loading).rejects.toThrow('did not come in time')
    await pass(19_999)
    expect(loader.status).toBe(loaderStatus.loading)
    await pass(1)
    await outcome
    expect(loader.status).toBe(loaderStatus.failed)
    expect(signal?.aborted).toBe(true)
    expect(warnings).toEqual([['timeout', '/vc/setting']])
  })

  test('fails when the settings name no script for the region', async () => {
    const { loader } = createStage({ region: 'va' })
    await expect(loader.load()).rejects.toThrow('loadJSSDK init error')
  })
})
