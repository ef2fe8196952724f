import type { BoxMessages } from '../messages.ts'

/** Messages of the box in a form of another site, in Chinese. */
export const box: BoxMessages = {
  start: '请确认您不是程序',
  checking: '正在验证…',
  passed: '验证完成',
  expired: '验证已过期，请再次确认。',
  failed: '无法连接验证服务，请重试。',
}
