import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import type { Lang } from '../../lib/languages.ts'
import { DAYS, type Activity } from '../../lib/activity.ts'
import type { Words } from './words.ts'

const LEFT = 28
const BARS_HEIGHT = 180
const ROW_HEIGHT = 44
const AXIS_HEIGHT = 28
const TICK_EVERY_DAYS = 7
const TICK_ROOM = 90
const GAP = 3
const USUAL_WIDTH = 640

interface Props {
  activity: Activity
  lang: Lang
  words: Words
}

/** Sign-ins of each day as bars. */
export function SignIns({ activity, lang, words }: Props): ReactElement {
  const { days } = activity
  // Even, so that the line in the middle is a whole number.
  const top = Math.max(4, Math.ceil(Math.max(...days.map(({ count }) => count)) / 2) * 2)
  const y = (count: number): number => BARS_HEIGHT - (count / top) * (BARS_HEIGHT - 12)
  return (
    <Figure
      title={words.signIns}
      summary={words.signInsSummary(activity.signIns, DAYS)}
      table={
        <Table
          words={words}
          head={[words.day, words.signIns]}
          rows={days
            .filter(({ count }) => count > 0)
            .toReversed()
            .map(({ at, count }) => [dayOf(at, lang), String(count)])}
        />
      }
    >
      {({ width, step, labels }) => (
        <svg viewBox={`0 0 ${width} ${BARS_HEIGHT + AXIS_HEIGHT}`} role="img" {...labels}>
          {[0, top / 2, top].map((count) => (
            <g key={count} className="chart-line">
              <line x1={LEFT} x2={width} y1={y(count)} y2={y(count)} />
              <text x={LEFT - 8} y={y(count) + 4} textAnchor="end">
                {count}
              </text>
            </g>
          ))}
          {days.map(({ at, count }, index) => (
            <rect
              key={at}
              className="chart-bar"
              x={LEFT + index * step + GAP / 2}
              y={y(count)}
              width={step - GAP}
              height={BARS_HEIGHT - y(count)}
              rx="2"
            />
          ))}
          <Axis days={days} lang={lang} y={BARS_HEIGHT + 20} width={width} step={step} />
        </svg>
      )}
    </Figure>
  )
}

/** On which days each device signed in, a line of dots for each. */
export function Devices({ activity, lang, words }: Props): ReactElement {
  const { days, devices } = activity
  const height = devices.length * ROW_HEIGHT
  return (
    <Figure
      title={words.devices}
      summary={words.devicesSummary(devices.length, DAYS)}
      table={
        <Table
          words={words}
          head={[words.device, words.daysUsed, words.lastUsed]}
          rows={devices.map(({ name, days: used }) => [
            deviceName(name, lang) || words.unknown,
            String(used.length),
            dayOf(days[used.at(-1) ?? 0]?.at ?? 0, lang),
          ])}
        />
      }
    >
      {({ width, step, labels }) => (
        <svg viewBox={`0 0 ${width} ${height + AXIS_HEIGHT}`} role="img" {...labels}>
          {devices.map((device, row) => (
            <g key={device.name} transform={`translate(0 ${row * ROW_HEIGHT})`}>
              <text className="chart-name" x={LEFT} y="14">
                {deviceName(device.name, lang) || words.unknown}
              </text>
              <line className="chart-track" x1={LEFT} x2={width} y1="29" y2="29" />
              {device.days.map((day) => (
                <circle
                  key={day}
                  className="chart-dot"
                  cx={LEFT + (day + 0.5) * step}
                  cy="29"
                  r={Math.min(6, step / 2 - 0.5)}
                />
              ))}
            </g>
          ))}
          <Axis days={days} lang={lang} y={height + 20} width={width} step={step} />
        </svg>
      )}
    </Figure>
  )
}

function Axis(props: {
  days: Activity['days']
  lang: Lang
  y: number
  width: number
  step: number
}): ReactElement {
  // The last one stands at the edge, so two of them are nearer than a week there.
  const every = props.step * TICK_EVERY_DAYS < TICK_ROOM ? 2 * TICK_EVERY_DAYS : TICK_EVERY_DAYS
  const format = new Intl.DateTimeFormat(props.lang, { month: 'short', day: 'numeric' })
  return (
    <g className="chart-axis" aria-hidden="true">
      {props.days.map(({ at }, index) =>
        // Today stands at the end, and the weeks before it.
        (DAYS - 1 - index) % every === 0 ? (
          <text
            key={at}
            // The last one would not fit around its day.
            x={index === DAYS - 1 ? props.width : LEFT + (index + 0.5) * props.step}
            y={props.y}
            textAnchor={index === DAYS - 1 ? 'end' : 'middle'}
          >
            {format.format(at)}
          </text>
        ) : null,
      )}
    </g>
  )
}

/** What a picture is drawn into. */
interface Frame {
  width: number
  /** Width of a day. */
  step: number
  labels: { 'aria-labelledby': string; 'aria-describedby': string }
}

/** A picture with what it says in words, and every number in a table below (WCAG 1.1.1). */
function Figure(props: {
  title: string
  summary: string
  table: ReactNode
  children: (frame: Frame) => ReactNode
}): ReactElement {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(USUAL_WIDTH)
  useEffect(() => {
    const { current } = place
    if (!current) return undefined
    // Drawn as wide as there is room, so that its words are as large as others.
    const observer = new ResizeObserver(() => {
      // On its way in, the page may have no width for a moment.
      if (current.clientWidth > 0) setWidth(current.clientWidth)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <section className="chart" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{props.title}</h2>
      <p className="field-hint" id={`${id}-summary`}>
        {props.summary}
      </p>
      <div className="chart-picture" ref={place}>
        {props.children({
          width,
          step: (width - LEFT) / DAYS,
          labels: { 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-summary` },
        })}
      </div>
      {props.table}
    </section>
  )
}

function Table(props: {
  words: Words
  head: readonly string[]
  rows: readonly (readonly string[])[]
}): ReactElement {
  return (
    <details className="chart-numbers">
      <summary>{props.words.numbers}</summary>
      <table>
        <thead>
          <tr>
            {props.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={props.head[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={props.head[at]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function dayOf(ms: number, lang: Lang): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(ms)
}
