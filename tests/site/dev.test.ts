import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { developAll, developSite, type Developed } from '../support/develop.ts'

const PATIENCE_MS = 100_000

async function closeAfterTest(starting: Promise<Developed>): Promise<Developed> {
  const developed = await starting
  onTestFinished(developed.close)
  return developed
}

test(
  'shows new and edited texts, and continues if one has an error',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { folder, read } = await closeAfterTest(developSite())
    const shown = async (page: string, words: string): Promise<void> =>
      await expect.poll(async () => await read(page), { timeout: PATIENCE_MS }).toContain(words)
    await shown('/blog/local-index', 'Three indexes, because there are three questions')

    const posts = path.join(folder, 'src/content/blog')
    const text = readFileSync(path.join(posts, 'en/local-index.md'), 'utf8')
    const written = path.join(posts, 'en/made-just-now.md')
    writeFileSync(written, text.replace(/^title: .*/m, 'title: Made just now'))
    await shown('/blog/made-just-now', 'Three indexes, because there are three questions')
    appendFileSync(written, '\nA sentence more.\n')
    await shown('/blog/made-just-now', 'A sentence more.')

    writeFileSync(written, '---\ntitle: Not: closed\ntags: [\n---\n')
    appendFileSync(path.join(posts, 'en/local-index.md'), '\nOne more here.\n')
    await shown('/blog/local-index', 'One more here.')
    expect(await read('/blog/made-just-now')).toContain('Error</title>')
    // Of changes that follow each other Astro may store an older one last, on a busy machine: it is saved again.
    const mend = async (): Promise<string> => {
      writeFileSync(written, text.replace(/^title: .*/m, 'title: Mended just now'))
      return await read('/blog/made-just-now')
    }
    await expect.poll(mend, { timeout: PATIENCE_MS, interval: 5000 }).toContain('Mended just now')
  },
)

test(
  'builds an element of its own, leaves what was built for people, and passes calls on',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { folder, read } = await closeAfterTest(developAll())
    const preloaded = async (): Promise<string> =>
      /\/assets\/main-[\w-]+\.js/.exec(await read('/login'))?.[0] ?? ''
    await expect.poll(preloaded, { timeout: PATIENCE_MS }).not.toBe('')
    const file = await preloaded()
    await expect.poll(() => read(file), { timeout: PATIENCE_MS }).toContain('export')
    expect(existsSync(path.join(folder, 'dist'))).toBe(false)

    // Paths of the account server that no page has.
    for (const [address, words] of [
      ['/.well-known/openid-configuration', '"issuer"'],
      ['/ja/device', '<form'],
      ['/check_login', '"error_code"'],
      ['/passport/web/account/info/v2/?aid=1001', '"error_code"'],
      ['/account-setting?__loader=account-setting&__ssrDirect=true', '"replies"'],
    ] as const) {
      expect(await read(address), address).toContain(words)
    }
  },
)
