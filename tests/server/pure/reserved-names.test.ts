import { expect, test } from 'vitest'
import { isReservedName } from '../../../server/names/names.ts'

test.each([
  ['Sable, Support', true],
  ['Sable: Security', true],
  ['Sable Inc.', true],
  ['Sable (official)', true],
  ['公式サポート', true],
  ['✓ Verified', true],
  ['Yahoo!', true],
  ['管理人', true],
  ['スタッフ', true],
  ['カスタマーサポート', true],
  ['カスタマー サポート', true],
  ['お客様サポート窓口', true],
  ['公式サポートセンター', true],
  ['運営チーム', true],
  ['運営者', true],
  ['システム管理者', true],
  ['客服中心', true],
  ['官方客服', true],
  ['系统管理员', true],
  ['技術支援', true],
  ['運営会社めぐり', false],
  ['中心', false],
  ['担当 花子', false],
  ['公文', false],
  // Words that fit together in many ways: trying all of them would never end.
  [`${'担当者'.repeat(40)}花`, false],
  [`公式${'担当者'.repeat(40)}`, true],
  ['Sable Island Tours', false],
  ['顧客サポート課', false],
  ['M!chael', false],
  ['👨‍👩‍👧', false],
] as const)('%s could speak for the operator: %s', (name, isReserved) => {
  expect(isReservedName(name, ['Sable', 'Yahoo!'])).toBe(isReserved)
})
