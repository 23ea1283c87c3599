import styles from './sign-in.module.css'

interface Fact {
  label: string
  value: string
  /** An address or a name of another system: left to right in every language. */
  code?: boolean
}

/** What is set, by name. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value, code = false }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{code ? <code dir="ltr">{value}</code> : value}</dd>
      </div>
    ))}
  </dl>
)
