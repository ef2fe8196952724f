import type { Load } from './load.ts'
import { median, printTable } from './table.ts'

/** Required value of a figure. */
export interface Goal {
  of: 'value' | 'p99'
  is: 'least' | 'most'
  number: number
  /** Speed of this machine in this run (`speedOfHttp`); left out where that does not matter. */
  speed?: number | undefined
}

/** A figure with its goal, where it has one. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** Of what the same machine does without us in the same run. */
  ratio?: number
  p50?: number
  p99?: number
  goal?: Goal
}

/** Makes a goal of at least a number. */
export function atLeast(number: number, speed?: number): Goal {
  return { of: 'value', is: 'least', number, speed }
}

/** Makes a goal of at most a number. */
export function atMost(number: number, speed?: number): Goal {
  return { of: 'value', is: 'most', number, speed }
}

/** Makes a goal for the 99th percentile, in milliseconds. */
export function within(number: number, speed?: number): Goal {
  return { of: 'p99', is: 'most', number, speed }
}

/** Returns the median of replies a second. */
export function rateOf(loads: readonly Load[]): number {
  return median(loads.map(({ rate }) => rate))
}

/** Makes a figure of loads, with their share of a rate without us. */
export function loadFigure(what: string, loads: readonly Load[], base: number): Figure {
  const value = rateOf(loads)
  const p50 = median(loads.map((load) => load.p50))
  const p99 = median(loads.map((load) => load.p99))
  return { what, value, unit: '/s', ratio: value / base, p50, p99 }
}

const missed: string[] = []

/** Prints figures with their goals, and says of each whether it is met. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  printTable(
    title,
    ['what', 'measured', 'ratio', 'p50 ms', 'p99 ms', 'goal', 'met'],
    figures.map((figure) => [
      figure.what,
      `${rounded(figure.value)}${figure.unit}`,
      ratioText(figure.ratio),
      figure.p50 === undefined ? '' : rounded(figure.p50),
      figure.p99 === undefined ? '' : rounded(figure.p99),
      goalText(figure),
      verdictOf(title, figure),
    ]),
  )
}

function rounded(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0)
}

function ratioText(ratio: number | undefined): string {
  if (ratio === undefined) return ''
  return ratio < 0.1 ? ratio.toPrecision(3) : ratio.toFixed(2)
}

/** Says in one line how the goals stand. */
export function printVerdict(): void {
  console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed: ${missed.join('; ')}.`)
}

function goalText({ goal, unit }: Figure): string {
  if (goal === undefined) return ''
  const text = Number(goal.number.toPrecision(4))
  const sign = goal.is === 'least' ? '≥' : '≤'
  return goal.of === 'p99' ? `p99 ${sign} ${text} ms` : `${sign} ${text}${unit}`
}

function verdictOf(title: string, { what, value, p99 = Number.NaN, goal }: Figure): string {
  if (goal === undefined) return ''
  const reached = goal.of === 'p99' ? p99 : value
  if (isMet(goal, reached, 1)) return 'yes'
  const { speed = 1 } = goal
  if (isMet(goal, reached, speed)) return `yes, at ${speed.toFixed(2)} of the speed`
  missed.push(`${title.split(':')[0] ?? ''}, ${what}`)
  return 'NO'
}

function isMet({ is, number }: Goal, reached: number, speed: number): boolean {
  return is === 'least' ? reached >= number * speed : reached <= number / speed
}
