import styles from './AwardDrawing.module.css'
import { shapesOf } from './award-shapes.ts'

const LOOK = {
  act: { stroke: 'var(--primary)', tint: 'var(--award-tint, var(--tint))' },
  back: { stroke: 'var(--others)', tint: 'var(--others-tint)' },
} as const

/** Decoration: the type's name is beside it. */
export const AwardDrawing = ({ icon, size = 72 }: { icon: string; size?: number }) => (
  <svg className={`${styles.awardDrawing} award-drawing`} viewBox="0 0 96 96" width={size} height={size} aria-hidden="true">
    {shapesOf(icon).map(({ d, tone, filled }) => (
      <path
        key={d}
        d={d}
        fill={filled ? LOOK[tone].tint : 'none'}
        stroke={LOOK[tone].stroke}
        strokeWidth={3.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ))}
  </svg>
)
