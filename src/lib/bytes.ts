import type { Lang } from './languages.ts'

const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in steps of 1,000. */
export function formatBytes(bytes: number, lang: Lang): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), STEPS.length - 1)
  const format = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: STEPS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1000 ** step)
}
