import styles from './admin.module.css'

interface Props {
  caption: string
  head: readonly string[]
  /** Where a row has fewer cells than the head, its last one is about all that is missing. */
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
              <Cell key={head[place]} name={head[place]} missing={place === cells.length - 1 ? head.length - cells.length : 0}>
                {cell}
              </Cell>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const Cell = ({ name, missing, children }: { name: string | undefined; missing: number; children: string }) => (
  <td {...(missing > 0 ? { colSpan: missing + 1 } : { 'data-label': name })}>
    <bdi>{children}</bdi>
  </td>
)
