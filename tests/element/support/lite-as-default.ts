import { cp, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Copies what was built to a folder in which the lite element has the address of the default one. */
export async function liteAsDefault(
  dist: string,
): Promise<{ dist: string; plugin: { name: string; serverStop(): Promise<void> } }> {
  // Of its own, since engines are run beside each other.
  const folder = await mkdtemp(path.join(tmpdir(), 'passport-lite-'))
  const element = path.join(folder, 'element')
  await cp(path.join(dist, 'element'), element, { recursive: true })
  for (const end of ['js', 'js.br', 'js.gz']) {
    await copyFile(
      path.join(element, `passport-login.lite.${end}`),
      path.join(element, `passport-login.${end}`),
    )
  }
  const serverStop = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return { dist: folder, plugin: { name: 'lite-as-default', serverStop } }
}
