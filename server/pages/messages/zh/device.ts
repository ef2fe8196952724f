import type { DeviceMessages } from '../en/device.ts'

/** Messages of the page where people type the code of a device, in Chinese. */
export const deviceMessages: DeviceMessages = {
  title: '在设备上登录',
  text: '请输入设备上显示的代码。',
  code: '设备上的代码',
  proceed: '继续',
  compare: '您的设备显示的是这个代码吗？',
  compareText: '只有眼前的设备显示完全相同的代码时才可继续。如果链接是别人发来的，请勿继续。',
  sameCode: '代码相同',
  another: '输入其他代码',
  question: (client) => `${client} 请求在设备上登录`,
  askText: '只有您自己在眼前的设备上开始操作时才可允许。您可随时在账号页面撤销。',
  unverified: (client) => `它自称“${client}”，但其归属未经核实。`,
  otherNetwork: '该设备与您不在同一网络。',
  allowed: '设备正在登录',
  allowedText: '请回到设备上。您可以关闭此页面。',
  refused: '已拒绝该设备',
  refusedText: '该代码已失效。如果是别人发给您的，对方的目的是登录您的账号。',
}
