import styles from './bad.module.css'

export const Bad = () => <p className={`${styles.missing} never-located-anywhere`} />
