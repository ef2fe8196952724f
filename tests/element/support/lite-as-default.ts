import { cp, copyFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** Copies what was built to a folder in which the lite element has the address of the default one. */
export async function liteAsDefault(dist: string): Promise<string> {
  const made = path.resolve('.cache/lite-dist')
  const element = path.join(made, 'element')
  await rm(made, { recursive: true, force: true })
  await cp(path.join(dist, 'element'), element, { recursive: true })
  for (const end of ['js', 'js.br', 'js.gz']) {
    await copyFile(
      path.join(element, `passport-login.lite.${end}`),
      path.join(element, `passport-login.${end}`),
    )
  }
  return made
}
