import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('{protocol,widget,src,server}/**/messages/zh/**/*.ts', { cwd: root })

/** Words for which all texts use another one, and a space before a percent sign. */
const OTHER =
  /帐号|账户|你|重设密码|载入|手机号码|稍候再|联系支持|诚实|外部应用|(?<!器)验证应用|电子邮箱|[\d}] %/g

test('uses one term for each concept in Chinese messages', () => {
  const found = files.flatMap((file) =>
    Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(OTHER), ([term]) => ({
      file,
      term,
    })),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})
