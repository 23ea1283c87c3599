import { isRightToLeft } from '@reflet/contract/common'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import styles from './dashboard.module.css'
import { RadarTable } from './RadarTable.tsx'
import { angleOf, linesOf, type Point, pointAt, runsOf } from './radar.ts'

const RADIUS = 116
const HALF = 148
const NAMED_AT = RADIUS + 14
const NUMBERED_AT = RADIUS + 18
const LINE_HEIGHT = 17
const RINGS = [1, 2, 3, 4, 5] as const
const radius = scaleLinear<number>({ domain: [0, 5], range: [0, RADIUS] })

interface Axis {
  skill: SkillStatistics
  angle: number
}

/** One view: its line and its marks. Others' is round and solid, my own square and dashed. */
function View({ axes, voice, rated }: { axes: readonly Axis[]; voice: 'others' | 'self'; rated: (axis: Axis) => number | null }) {
  const values = axes.map(rated)
  const points = axes.map(({ angle }, index) => pointAt(angle, radius(values[index] ?? 0)))
  const { closed, runs } = runsOf(values)
  return (
    <g className={voice === 'others' ? styles.radarOthers : styles.radarSelf}>
      {runs.map((run) => (
        <LinePath
          key={run[0]}
          data={run.map((index) => points[index] as Point)}
          x={({ x }) => x}
          y={({ y }) => y}
          className={closed ? `${styles.radarLine} ${styles.radarClosed}` : (styles.radarLine ?? '')}
        />
      ))}
      {points.map(({ x, y }, index) =>
        values[index] === null ? null : voice === 'others' ? (
          <circle key={axes[index]?.skill.skill.id} cx={x} cy={y} r={5.5} className={chartStyles.othersMark} />
        ) : (
          <rect
            key={axes[index]?.skill.skill.id}
            x={-5}
            y={-5}
            width={10}
            height={10}
            rx={1.5}
            className={chartStyles.selfMark}
            transform={`translate(${x} ${y}) rotate(45)`}
          />
        ),
      )}
    </g>
  )
}

/** The label of an axis: its number on a narrow screen (the list below has the same numbers), else its name. */
function Label({ name, number, angle }: { name: string; number: number; angle: number }) {
  const lines = linesOf(name)
  const named = pointAt(angle, NAMED_AT)
  const numbered = pointAt(angle, NUMBERED_AT)
  const anchor = Math.abs(named.x) < 12 ? 'middle' : named.x > 0 ? 'start' : 'end'
  const top = named.y + 5 - ((lines.length - 1) * LINE_HEIGHT * (1 - named.y / NAMED_AT)) / 2
  return (
    <>
      <text x={numbered.x} y={numbered.y + 5} textAnchor="middle" className={`${chartStyles.chartValue} ${styles.radarNumber}`}>
        {formatNumber(number)}
      </text>
      <text textAnchor={anchor} className={`${chartStyles.chartLabel} ${styles.radarName}`}>
        {lines.map((line, index) => (
          <tspan key={line} x={named.x} y={top + index * LINE_HEIGHT}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  )
}

/** Both views of my skills in one radar chart, on a fixed scale from 1 to 5. For screen readers there is a table with the same data. */
export function Radar({
  skills,
  named = false,
  silent = false,
}: {
  skills: readonly SkillStatistics[]
  named?: boolean
  silent?: boolean
}) {
  const mirrored = isRightToLeft(useLocale())
  const axes = skills.map((skill, index) => ({ skill, angle: angleOf(index, skills.length, mirrored) }))
  return (
    <figure className={`${chartStyles.chart} chart radar ${styles.radar} ${named ? styles.radarNamed : ''}`}>
      <svg viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`} aria-hidden="true">
        {RINGS.map((ring) => (
          <circle key={ring} r={radius(ring)} className={styles.radarRing} />
        ))}
        {axes.map(({ skill, angle }, index) => (
          <g key={skill.skill.id}>
            <line x2={pointAt(angle, RADIUS).x} y2={pointAt(angle, RADIUS).y} className={styles.radarRing} />
            <Label name={skill.skill.name} number={index + 1} angle={angle} />
          </g>
        ))}
        <View axes={axes} voice="others" rated={({ skill }) => skill.score} />
        <View axes={axes} voice="self" rated={({ skill }) => skill.self?.rating ?? null} />
        {RINGS.map((ring) => (
          <text key={ring} x={mirrored ? -5 : 5} y={13 - radius(ring)} textAnchor={mirrored ? 'end' : 'start'} className={styles.radarTick}>
            {formatNumber(ring)}
          </text>
        ))}
      </svg>
      {silent ? null : <RadarTable skills={skills} />}
    </figure>
  )
}
