export type DrawingName = 'ask' | 'answer' | 'mirror' | 'mail' | 'error'

const line = { fill: 'none', stroke: 'var(--primary)', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const teal = { ...line, stroke: 'var(--others)' } as const

const ground = <ellipse cx="84" cy="112" rx="64" ry="6" fill="var(--line)" />

/** Two colours, the same as in the charts: indigo is me, teal others' feedback. */
const drawings: Record<DrawingName, React.ReactNode> = {
  ask: (
    <>
      <path
        {...line}
        fill="var(--tint)"
        d="M26 22h62a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10H54L38 84V70H26a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10z"
      />
      <path {...line} d="M50 40a8 8 0 1 1 10 8c-2 1-3 2-3 5M57 60v.5" />
      <path {...teal} fill="var(--others-tint)" d="M112 52h28a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10h-4v12l-14-12h-10a10 10 0 0 1-10-10" />
    </>
  ),
  answer: (
    <>
      <rect {...line} fill="var(--tint)" x="34" y="16" width="76" height="92" rx="10" />
      <path {...line} d="M50 38h28M50 54h44" />
      <path {...teal} d="M50 76l8 8 16-18" />
      <path {...teal} fill="var(--others-tint)" d="M132 40l10 8-30 42-14 6 4-15z" />
    </>
  ),
  mirror: (
    <>
      <path {...line} fill="var(--tint)" d="M40 58a44 44 0 0 1 88 0z" />
      <path {...teal} d="M34 70h100M46 84h76M62 98h44" />
    </>
  ),
  mail: (
    <>
      <rect {...line} fill="var(--tint)" x="26" y="34" width="104" height="70" rx="10" />
      <path {...line} d="M30 42l48 36 48-36" />
      <circle {...teal} fill="var(--others-tint)" cx="130" cy="34" r="18" />
      <path {...teal} d="M122 34l6 6 10-12" />
    </>
  ),
  error: (
    <>
      <path {...line} fill="var(--tint)" d="M48 92a22 22 0 0 1-2-44 34 34 0 0 1 64-6 26 26 0 0 1 8 50" />
      <path {...teal} d="M84 66l-10 16h18l-10 18" />
    </>
  ),
}

/** Decoration: the words beside it say everything. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg viewBox="0 0 168 124" aria-hidden="true">
    {ground}
    {drawings[name]}
  </svg>
)
