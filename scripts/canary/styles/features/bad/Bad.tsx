import styles from './bad.module.css'

export const Bad = () => (
  <div className={`${styles.missing} never-located-anywhere`} data-testid="never-located-anywhere">
    <table onClick={() => undefined} className="visually-hidden" />
  </div>
)
