import styles from './bad.module.css'

export const Bad = () => (
  <div className={`${styles.missing} never-located-anywhere`}>
    <table onClick={() => undefined} className="visually-hidden" />
  </div>
)
