import styles from './FilterChips.module.css'

interface Props<Value extends string> {
  /** Not given inside a group that has a name. */
  label?: string
  /** Without a value: everything. */
  options: readonly { value: Value | undefined; label: string }[]
  chosen: Value | undefined
  onChoose: (value: Value | undefined) => void
}

/** A filter as a row of chips, one of which is chosen. */
export const FilterChips = <Value extends string>({ label, options, chosen, onChoose }: Props<Value>) => (
  <ul className="chips" aria-label={label}>
    {options.map((option) => (
      <li key={option.value ?? ''}>
        <button type="button" className={styles.filter} aria-pressed={option.value === chosen} onClick={() => onChoose(option.value)}>
          {option.label}
        </button>
      </li>
    ))}
  </ul>
)
