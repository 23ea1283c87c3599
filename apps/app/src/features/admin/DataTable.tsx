import styles from './admin.module.css'

interface Props {
  caption: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

/** A table. On a narrow screen each row is a block with the name of each cell: nothing scrolls sideways. */
export const DataTable = ({ caption, head, rows }: Props) => (
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
              <th key={head[place]} scope="row" data-label={head[place]}>
                <bdi>{cell}</bdi>
              </th>
            ) : (
              <td key={head[place]} data-label={head[place]}>
                <bdi>{cell}</bdi>
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
