import { chevronDown } from 'ionicons/icons'
import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import feedbackStyles from './feedback.module.css'

interface Props {
  person: ComponentProps<typeof Avatar>['person']
  title: string
  /** Shown when unfolded. */
  children: ReactNode
}

/** The header of a request from its second skill on: one line, which unfolds to all of it. */
export const FoldedHeader = ({ person, title, children }: Props) => (
  <details className={feedbackStyles.folded}>
    <summary>
      <Avatar person={person} size={32} />
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <Icon icon={chevronDown} />
    </summary>
    <div className="stack">{children}</div>
  </details>
)
