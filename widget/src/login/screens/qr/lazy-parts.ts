// What signing in by QR code needs, in one file that is loaded when somebody wants it.
export { createQrFlow } from '../../flows/qr.ts'
export { QrPanel } from './panel.tsx'
export { Qr } from './screen.tsx'
