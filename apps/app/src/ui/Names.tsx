import { Fragment, type ReactNode } from 'react'
import { listParts } from '../platform/lists.ts'

/** A list of names in the page's direction, each name in its own. */
export const Names = ({ names }: { names: readonly string[] }) =>
  listParts(names).map(({ type, value }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
    type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
  )

/** The bar at the bottom of a wide form: who was chosen, beside the button that sends. */
export const NamesBar = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <>
    <span className="grow quiet small clamp">
      <Names names={names} />
    </span>
    {children}
  </>
)
