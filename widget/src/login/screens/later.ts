// Screens that few people see, in one file that is loaded when one of them is wanted: with a file
// for each, what they share with the first screen would leave its file.
export { createQrFlow } from '../flows/qr.ts'
export { QrPanel } from './qr/panel.tsx'
export { Qr } from './qr/screen.tsx'
export { TwoStepScreen } from '../../ui/two-step/screen.tsx'
