import type { ReactNode } from 'react'

/**
 * A chart's data, for screen readers only. A block around the table hides it: a table that is hidden itself shows its caption in Firefox
 * (`npm run check` refuses the class on parts of tables).
 */
export function HiddenTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        {children}
      </table>
    </div>
  )
}

/** Column headers of a visible table, for screen readers only. */
export function HiddenHead({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            <span className="visually-hidden">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
