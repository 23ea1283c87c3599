import styles from './admin.module.css'

interface Props {
  caption: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

/** A table that scrolls sideways on a narrow screen, by keyboard too. */
export const DataTable = ({ caption, head, rows }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={styles.scroll} aria-label={caption} tabIndex={0}>
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, place) =>
              place === 0 ? (
                <th key={head[place]} scope="row">
                  <bdi>{cell}</bdi>
                </th>
              ) : (
                <td key={head[place]}>
                  <bdi>{cell}</bdi>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
