import styles from './onboarding.module.css'

const indigo = { fill: 'none', stroke: 'var(--primary)', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const teal = { ...indigo, stroke: 'var(--others)' } as const
const tint = { ...indigo, fill: 'var(--tint)' } as const
const tealTint = { ...teal, fill: 'var(--others-tint)' } as const

/** A head and shoulders at x. */
const person = (x: number, y: number, look: typeof tint | typeof tealTint) => (
  <>
    <circle {...look} cx={x} cy={y} r="13" />
    <path {...look} d={`M${x - 24} ${y + 46}v-6a24 22 0 0 1 48 0v6z`} />
  </>
)

const ground = <ellipse cx="120" cy="174" rx="92" ry="7" fill="var(--line)" />

const smile = (x: number, y: number) => <path {...indigo} strokeWidth={2.5} d={`M${x - 5} ${y + 2}q5 5 10 0`} />

/** The same two colours as everywhere: indigo is me, teal others' feedback. */
const scenes = {
  mirror: (
    <>
      {person(120, 44, tint)}
      {smile(120, 46)}
      <path {...teal} d="M40 102h160M60 116h120" />
      <g opacity="0.75">
        <path {...tealTint} d="M96 130v4a24 20 0 0 0 48 0v-4z" />
        <circle {...tealTint} cx="120" cy="166" r="11" />
      </g>
      <path {...teal} d="M28 116h14M198 116h14M78 130h-8M170 130h-8" opacity="0.55" />
    </>
  ),
  ask: (
    <>
      {ground}
      {person(60, 84, tint)}
      {smile(60, 86)}
      {person(160, 116, tealTint)}
      {person(206, 100, tealTint)}
      <path {...tint} d="M82 24h64a10 10 0 0 1 10 10v26a10 10 0 0 1-10 10h-44l-16 13V70h-4a10 10 0 0 1-10-10V34a10 10 0 0 1 10-10z" />
      <path {...indigo} d="M107 40a8 8 0 1 1 11 8c-2 1-3 2-3 5M115 61v.4" />
    </>
  ),
  answer: (
    <>
      {ground}
      <rect {...tint} x="52" y="20" width="112" height="140" rx="12" />
      <path {...indigo} d="M72 46h44M72 62h68" />
      <circle {...teal} cx="80" cy="92" r="8" />
      <circle {...teal} cx="104" cy="92" r="8" />
      <circle {...teal} cx="128" cy="92" r="8" fill="var(--others)" />
      <path {...indigo} d="M72 120h68M72 136h40" />
      <path {...tealTint} d="M184 58l14 10-40 62-18 8 4-19z" />
      <path {...teal} d="M176 71l14 10" />
    </>
  ),
  trust: (
    <>
      {ground}
      <path {...tint} d="M120 20l58 18v46c0 36-24 58-58 74-34-16-58-38-58-74V38z" />
      <rect {...tealTint} x="94" y="82" width="52" height="42" rx="8" />
      <path {...teal} d="M104 82V70a16 16 0 0 1 32 0v12M120 99v9" />
    </>
  ),
}

export type SceneName = keyof typeof scenes

/** Decoration: the words beside it say everything. */
export const Scene = ({ name }: { name: SceneName }) => (
  <svg className={`${styles.scene} scene`} data-testid="scene" viewBox="0 0 240 184" aria-hidden="true">
    {scenes[name]}
  </svg>
)
