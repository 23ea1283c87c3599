import { isRightToLeft } from '@reflet/contract/common'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { RadarTable } from './RadarTable.tsx'
import styles from './radar.module.css'
import { angleOf, type Point, pointAt, runsOf } from './radar.ts'

const RADIUS = 68
/** Of the drawing with its labels, in the same units: at this width in pixels the text has its own size. */
const WIDTH = 340
const HEIGHT = 252
const NAMED_AT = RADIUS + 9
const RINGS = [1, 2, 3, 4, 5] as const
const TICKS = [1, 3, 5] as const
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
          <circle key={axes[index]?.skill.skill.id} cx={x} cy={y} r={4} className={chartStyles.othersMark} />
        ) : (
          <rect
            key={axes[index]?.skill.skill.id}
            x={-3.5}
            y={-3.5}
            width={7}
            height={7}
            rx={1}
            className={chartStyles.selfMark}
            transform={`translate(${x} ${y}) rotate(45)`}
          />
        ),
      )}
    </g>
  )
}

/** Where a label is beside its axis, in percent of the drawing: it grows away from the centre. */
function placeOf(angle: number) {
  const { x, y } = pointAt(angle, NAMED_AT)
  const isMiddle = Math.abs(x) < 12
  const left = 50 + (x / WIDTH) * 100
  return {
    left: `${left}%`,
    top: `${50 + (y / HEIGHT) * 100}%`,
    maxInlineSize: `${isMiddle ? 40 : 100 - Math.max(left, 100 - left)}%`,
    transform: `translate(${isMiddle ? -50 : x > 0 ? 0 : -100}%, ${-50 + (y / NAMED_AT) * 50}%)`,
    textAlign: isMiddle ? ('center' as const) : x > 0 ? ('left' as const) : ('right' as const),
  }
}

interface LabelProps extends Pick<Props, 'picked' | 'onPick'> {
  skill: SkillStatistics['skill']
  number: number
  angle: number
}

/** The label of an axis: the skill's name, or its number where names have no room (the list below has the same numbers). */
function Label({ skill, number, angle, picked, onPick }: LabelProps) {
  const name = (
    <>
      <span className={styles.radarNumber} aria-hidden="true">
        {formatNumber(number)}
      </span>
      <span className={styles.radarName} dir="auto">
        {skill.name}
      </span>
    </>
  )
  const place = { className: styles.radarLabel, style: placeOf(angle) }
  return onPick ? (
    <button type="button" {...place} aria-pressed={picked === skill.id} onClick={() => onPick(skill)}>
      {name}
    </button>
  ) : (
    <span {...place} aria-hidden="true">
      {name}
    </span>
  )
}

interface Props {
  skills: readonly SkillStatistics[]
  /** Without the table for screen readers, where the same data are beside it. */
  silent?: boolean
  /** The skill whose axis is pressed. */
  picked?: string | undefined
  onPick?: ((skill: SkillStatistics['skill']) => void) | undefined
}

/** Both views of my skills in one radar chart, on a fixed scale from 1 to 5. For screen readers there is a table with the same data. */
export function Radar({ skills, silent = false, picked, onPick }: Props) {
  const mirrored = isRightToLeft(useLocale())
  const axes = skills.map((skill, index) => ({ skill, angle: angleOf(index, skills.length, mirrored) }))
  return (
    <figure className={`${chartStyles.chart} chart radar ${styles.radar}`}>
      <div className={styles.radarDrawing}>
        <svg viewBox={`${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {RINGS.map((ring) => (
            <circle key={ring} r={radius(ring)} className={styles.radarRing} />
          ))}
          {axes.map(({ skill, angle }) => (
            <line key={skill.skill.id} x2={pointAt(angle, RADIUS).x} y2={pointAt(angle, RADIUS).y} className={styles.radarRing} />
          ))}
          <View axes={axes} voice="others" rated={({ skill }) => skill.score} />
          <View axes={axes} voice="self" rated={({ skill }) => skill.self?.rating ?? null} />
          {TICKS.map((ring) => (
            <text
              key={ring}
              x={mirrored ? -4 : 4}
              y={10 - radius(ring)}
              textAnchor={mirrored ? 'end' : 'start'}
              className={styles.radarTick}
            >
              {formatNumber(ring)}
            </text>
          ))}
        </svg>
        {axes.map(({ skill, angle }, index) => (
          <Label key={skill.skill.id} skill={skill.skill} number={index + 1} angle={angle} picked={picked} onPick={onPick} />
        ))}
      </div>
      {silent ? null : <RadarTable skills={skills} />}
    </figure>
  )
}
